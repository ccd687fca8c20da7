import type { Command } from 'commander';
import { SouvenirError } from '../../errors.ts';
import type { ApiKey, Keys } from '../../server/keys.ts';
import type { Cli, GlobalOptions, Needs } from '../cli.ts';
import { addCommand, addGroup, EXAMPLE_ID, optionsOf, refuseScope } from '../command.ts';
import { note, print, printJson, printResult } from '../in-out.ts';
import { amountValue, dateValue, nameValue } from '../options.ts';
import { dayText } from '../render/text.ts';

export function addKeys(program: Command, cli: Cli): void {
  const description = 'Make, list and revoke the keys that the server asks for.';
  const group = addGroup(program, 'keys', description, 'keys create phone --bind-user ana');
  for (const add of [addList, addCreate, addRevoke]) add(group, cli);
}

async function withKeys<Done>(
  cli: Cli,
  options: GlobalOptions,
  needs: Needs,
  work: (keys: Keys) => Promise<Done>,
): Promise<Done> {
  const [{ withMemory }, { Keys }] = await Promise.all([import('../memory.ts'), import('../../server/keys.ts')]);
  return withMemory(cli, options, needs, ({ store }) => work(new Keys(store)));
}

interface CreateFlags {
  readonly bindTenant?: string;
  readonly bindUser?: string;
  readonly bindAgent?: string;
  readonly bindProject?: string;
  readonly readOnly?: boolean;
  readonly plan?: string;
  readonly expires?: Date;
  readonly rate?: number;
}

function addCreate(group: Command, cli: Cli): void {
  const description = 'Make a key and print it, this once.';
  const command = addCommand(group, 'create', description, ['keys create phone --bind-user ana --expires 2027-01-01'])
    .argument('<name>', 'what it is for', nameValue)
    .option('--bind-tenant <id>', 'only for this tenant', nameValue)
    .option('--bind-user <id>', 'only for this user', nameValue)
    .option('--bind-agent <id>', 'only for this agent', nameValue)
    .option('--bind-project <id>', 'only for this project', nameValue)
    .option('--read-only', 'changes nothing')
    .option('--plan <name>', 'may use what this plan has: personal, team, organization, or one of your own', nameValue)
    .option('--expires <date>', 'is refused from then on', dateValue)
    .option('--rate <count>', 'at most so many requests a minute', amountValue)
    .action(async (name: string) => {
      const options = optionsOf<CreateFlags>(command);
      const { bindTenant, bindUser, bindAgent, bindProject, readOnly, plan, expires, rate } = options;
      refuseScope(
        command,
        SCOPE_OPTIONS,
        `bind the key with ${SCOPE_OPTIONS.map((part) => `--bind-${part}`).join(', ')}`,
      );
      if (plan !== undefined) await refuseUnknownPlan(plan, options.settings.serve?.plans);
      if (expires !== undefined && expires <= new Date()) return command.error('error: --expires: that moment is past');
      const created = await withKeys(cli, options, { absent: 'made' }, (keys) =>
        keys.create({
          ...{ name, tenantId: bindTenant, userId: bindUser, agentId: bindAgent, projectId: bindProject },
          ...{ isReadOnly: readOnly === true, plan, expiresAt: expires, rate },
        }),
      );
      if (options.json) return printJson(created);
      await print(created.key);
      note(`this is the only time the key is shown; \`souvenir keys revoke ${created.id}\` ends it`);
    });
}

const SCOPE_OPTIONS = ['tenant', 'user', 'agent', 'project'] as const;

/** A key with an unknown plan could use nothing. */
async function refuseUnknownPlan(plan: string, own: object | undefined): Promise<void> {
  const plans = own ?? (await import('../../server/plans.ts')).PLANS;
  if (!Object.hasOwn(plans, plan))
    throw new SouvenirError('invalidInput', `--plan: there is no plan ${JSON.stringify(plan)}`, {
      advice: `there are ${Object.keys(plans).join(', ')}; \`serve.plans\` of the configuration file names your own`,
    });
}

function addList(group: Command, cli: Cli): void {
  const command = addCommand(group, 'list', 'List all keys, without the keys themselves.', ['keys list'], {
    isDefault: true,
  }).action(async () => {
    const options = optionsOf(command);
    const keys = await withKeys(cli, options, { absent: 'empty' }, (registry) => registry.list());
    await printResult(options, keys, () => (keys.length === 0 ? ['There are no keys.'] : keys.map(keyLine)));
  });
}

function keyLine(key: ApiKey): string {
  const { id, name, createdAt, expiresAt, revokedAt, isReadOnly, plan, rate } = key;
  const bound = (['tenantId', 'userId', 'agentId', 'projectId'] as const).flatMap((part) =>
    key[part] === undefined ? [] : [`${part.slice(0, -2)} ${key[part]}`],
  );
  const facts = [
    ...bound,
    ...(isReadOnly ? ['read only'] : []),
    ...(plan === undefined ? [] : [`plan ${plan}`]),
    ...(rate === undefined ? [] : [`${rate} a minute`]),
    `made ${dayText(createdAt)}`,
    ...(expiresAt === undefined ? [] : [`${expiresAt <= new Date() ? 'expired' : 'expires'} ${dayText(expiresAt)}`]),
    ...(revokedAt === undefined ? [] : [`revoked ${dayText(revokedAt)}`]),
  ];
  return `${id}  ${name}: ${facts.join(', ')}`;
}

function addRevoke(group: Command, cli: Cli): void {
  const command = addCommand(group, 'revoke', 'End a key at once, also in servers that run.', [
    `keys revoke ${EXAMPLE_ID}`,
  ])
    .argument('<key>', 'its id as `keys list` tells it, the end of that, or its name', nameValue)
    .action(async (given: string) => {
      const options = optionsOf(command);
      const { revoked, before } = await withKeys(cli, options, {}, async (keys) => {
        const match = findKey(given, await keys.list());
        return { revoked: await keys.revoke(match?.id ?? given), before: match?.revokedAt };
      });
      await printResult(options, revoked, () => [
        before === undefined
          ? `Revoked ${revoked.name}.`
          : `${revoked.name} was revoked already, on ${dayText(before)}.`,
      ]);
    });
}

/** Shorter ends could match the wrong key by accident. */
const MIN_ID_PART = 4;

/** The name of a revoked key may be used again. */
function findKey(given: string, keys: readonly ApiKey[]): ApiKey | undefined {
  const named = keys.filter(({ name }) => name === given);
  const valid = named.filter(({ revokedAt }) => revokedAt === undefined);
  const ended = keys.filter(({ id }) => given.length >= MIN_ID_PART && id.endsWith(given));
  const exact = keys.filter(({ id }) => id === given);
  const [match, ...others] = [exact, valid, ended, named].find(({ length }) => length > 0) ?? [];
  if (others.length === 0) return match;
  throw new SouvenirError('invalidInput', `${JSON.stringify(given)} could be any of ${others.length + 1} keys`, {
    advice: 'give the id that `souvenir keys list` tells',
  });
}
