import { counted } from '../../parts/numbers.ts';
import { PlainText } from '../../parts/text.tsx';
import type { Turn } from './section-texts.ts';

export const AuditRecord = ({ turn: { audit, messages } }: { readonly turn: Turn }) => (
  <section>
    <h2>Record</h2>
    <details class="card">
      <summary>Audit</summary>
      <dl class="facts">
        <dt>Order</dt>
        <dd>{audit.order.join(' → ')}</dd>
        <dt>Tokens as text, as messages</dt>
        <dd>
          {audit.tokens.toLocaleString()}, {audit.messageTokens.toLocaleString()}
        </dd>
        <dt>SHA-256 of the prompt</dt>
        <dd class="mono">{audit.hash}</dd>
        <dt>SHA-256 of the cacheable part</dt>
        <dd class="mono">{audit.stableHash}</dd>
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">Section</th>
            <th scope="col">SHA-256</th>
          </tr>
        </thead>
        <tbody>
          {audit.sections
            .filter(({ tokens }) => tokens > 0)
            .map(({ name, hash }) => (
              <tr key={name}>
                <td>{name}</td>
                <td class="mono">{hash}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
    <details class="card">
      <summary>The prompt as {counted(messages.length, 'chat message', 'chat messages')}</summary>
      {messages.map(({ role, content }, at) => (
        <div key={`${at} ${role}`} class="message">
          <h3>{role}</h3>
          <PlainText text={content} />
        </div>
      ))}
    </details>
  </section>
);
