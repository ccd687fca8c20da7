import type { Command } from 'commander';
import { SouvenirError } from '../../errors.ts';
import type { ApiKey, Keys } from '../../server/keys.ts';
import type { Cli, GlobalOptions, Needs } from '../cli.ts';
import { addCommand, addGroup, EXAMPLE_ID, optionsOf, refuseScope } from '../command.ts';
import { note, print, printJson, printResult } from '../in-out.ts';
import { amountValue, dateValue, nameValue } from '../options.ts';
import { dayText } from '../render/text.ts';

export function addKeys(program: Command, cli: Cli): void {
  const description = 'Create, list and revoke API keys of the server.';
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
  const description = 'Create a key and print it once.';
  const command = addCommand(group, 'create', description, ['keys create phone --bind-user ana --expires 2027-01-01'])
    .argument('<name>', 'a name for the key', nameValue)
    .option('--bind-tenant <id>', 'restrict the key to this tenant', nameValue)
    .option('--bind-user <id>', 'restrict the key to this user', nameValue)
    .option('--bind-agent <id>', 'restrict the key to this agent', nameValue)
    .option('--bind-project <id>', 'restrict the key to this project', nameValue)
    .option('--read-only', 'allow only operations that read')
    .option(
      '--plan <name>',
      'the operations that the key may use: personal, team, organization, or a plan of your own',
      nameValue,
    )
    .option('--expires <date>', 'the key is refused after this date', dateValue)
    .option('--rate <count>', 'the maximum number of requests per minute', amountValue)
    .action(async (name: string) => {
      const options = optionsOf<CreateFlags>(command);
      const { bindTenant, bindUser, bindAgent, bindProject, readOnly, plan, expires, rate } = options;
      refuseScope(
        command,
        SCOPE_OPTIONS,
        `bind the key with ${SCOPE_OPTIONS.map((part) => `--bind-${part}`).join(', ')}`,
      );
      if (plan !== undefined) await refuseUnknownPlan(plan, options.settings.serve?.plans);
      if (expires !== undefined && expires <= new Date())
        return command.error('error: --expires: the date is in the past');
      const created = await withKeys(cli, options, { absent: 'made' }, (keys) =>
        keys.create({
          ...{ name, tenantId: bindTenant, userId: bindUser, agentId: bindAgent, projectId: bindProject },
          ...{ isReadOnly: readOnly === true, plan, expiresAt: expires, rate },
        }),
      );
      if (options.json) return printJson(created);
      await print(created.key);
      note(`the key is shown only once; \`souvenir keys revoke ${created.id}\` ends it`);
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
  const command = addCommand(group, 'list', 'List all keys without their secrets.', ['keys list'], {
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
  const command = addCommand(group, 'revoke', 'Revoke a key at once, also in running servers.', [
    `keys revoke ${EXAMPLE_ID}`,
  ])
    .argument('<key>', 'its id from `keys list`, the last characters of the id, or its name', nameValue)
    .action(async (given: string) => {
      const options = optionsOf(command);
      const { revoked, before } = await withKeys(cli, options, {}, async (keys) => {
        const match = findKey(given, await keys.list());
        return { revoked: await keys.revoke(match?.id ?? given), before: match?.revokedAt };
      });
      await printResult(options, revoked, () => [
        before === undefined
          ? `Revoked ${revoked.name}.`
          : `${revoked.name} was already revoked on ${dayText(before)}.`,
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
  throw new SouvenirError('invalidInput', `${JSON.stringify(given)} matches ${others.length + 1} keys`, {
    advice: 'pass the id from `souvenir keys list`',
  });
}
