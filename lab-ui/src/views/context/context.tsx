import type { ComponentType } from 'preact';
import { hrefOf, route } from '../../route.ts';
import { ComposePart } from './compose.tsx';
import { InstructionsPart } from './instructions.tsx';
import { PersonaPart } from './persona.tsx';
import { ProfilePart } from './profile.tsx';
import './context.css';

const PARTS: readonly { readonly name: string; readonly title: string; readonly Part: ComponentType }[] = [
  { name: 'prompt', title: 'Prompt', Part: ComposePart },
  { name: 'profile', title: 'Profile', Part: ProfilePart },
  { name: 'instructions', title: 'Instructions', Part: InstructionsPart },
  { name: 'persona', title: 'Persona', Part: PersonaPart },
];

export function ContextView() {
  const { item = 'prompt' } = route.value;
  const shown = PARTS.find(({ name }) => name === item);
  return (
    <div class="context">
      <nav class="parts" aria-label="Parts of the context">
        {PARTS.map(({ name, title }) => (
          <a key={name} href={hrefOf('context', name)} aria-current={name === shown?.name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {shown === undefined ? <p>This part does not exist.</p> : <shown.Part key={shown.name} />}
    </div>
  );
}
