const STAGES = ['record', 'consolidate', 'memories', 'recall', 'compose', 'context'];
const ADAPTERS = ['stores', 'embedders', 'llms', 'tokenizers'];

/** The folders and files of src, lowest first. */
const ROOMS = [
  ...[
    'yield-to-event-loop',
    'until-aborted',
    'unsupported-node',
    'package-version',
    'secrets',
    'errors',
    'require-node',
  ],
  ...['model', 'contracts', 'text', 'languages', 'retry-races', 'slices', 'ask', 'http', 'reader'],
  ...['guardrails', 'telemetry', 'reconcile', 'extract', 'components'],
  ...['record', 'consolidate', 'memories', 'context', 'recall', 'compose', 'turn'],
  ...['tokenizers', 'embedders', 'llms', 'stores'],
  ...[
    'slices',
    'erase',
    'transfer',
    'schedule',
    'souvenir',
    'lab',
    'create-souvenir',
    'index',
    'operations',
    'mcp',
    'server',
    'client',
    'hooks',
    'cli',
    'adapters',
  ],
];

/** The folders and files of bench, lowest first. */
const BENCH_ROOMS = ['random', 'fidelity', 'quality', 'speed', 'hooks', 'load', 'lab', 'postgres', 'guard', 'board'];

const benchRoom = (...names) => `^bench/(${names.join('|')})(/|\\.ts$)`;
const room = (...names) => `^src/(${names.join('|')})(/|\\.ts$)`;
const only = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: to },
});

// biome-ignore lint/style/noDefaultExport: dependency-cruiser reads the default export
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...ROOMS.map((name, at) =>
      only(
        `room-${name}`,
        'A room imports rooms listed before it, so that no rooms form a circle.',
        room(name),
        room(...ROOMS.slice(0, at + 1)),
      ),
    ),
    ...BENCH_ROOMS.map((name, at) => ({
      name: `bench-${name}`,
      comment: 'A room of bench imports rooms listed before it, so that no rooms form a circle.',
      severity: 'error',
      from: { path: benchRoom(name) },
      to: { path: '^bench/', pathNot: benchRoom(...BENCH_ROOMS.slice(0, at + 1)) },
    })),
    {
      name: 'every-room',
      comment: 'Every folder and file of src and bench is listed.',
      severity: 'error',
      from: { path: '^(src|bench)/', pathNot: [room(...ROOMS), benchRoom(...BENCH_ROOMS), '\\.test\\.ts$'] },
      to: {},
    },
    only('model', 'The nouns rest on nothing.', room('model'), room('model', 'errors')),
    only('contracts', 'Contracts speak of nouns only.', room('contracts'), room('model', 'contracts')),
    only(
      'text',
      'What is the same in every language rests on nouns alone.',
      room('text'),
      room('text', 'contracts', 'model', 'yield-to-event-loop'),
    ),
    only('languages', 'A language knows no stage.', room('languages'), room('languages', 'text', 'contracts', 'model')),
    only(
      'stage-turn',
      'A turn composes; everything else is handed to it.',
      room('turn'),
      room('turn', 'compose', 'contracts', 'model', 'languages', 'text', 'errors', 'yield-to-event-loop'),
    ),
    only(
      'reader',
      'The model inside the package runs for whoever needs it.',
      room('reader'),
      room('reader', 'contracts', 'model', 'errors'),
    ),
    only(
      'guardrails',
      'What may stand in a prompt is judged without knowing where it comes from.',
      room('guardrails'),
      room(
        'guardrails',
        'reader',
        'languages',
        'text',
        'secrets',
        'contracts',
        'model',
        'errors',
        'yield-to-event-loop',
      ),
    ),
    only(
      'ask',
      'A question to a model knows no stage.',
      room('ask'),
      room('ask', 'contracts', 'errors', 'until-aborted'),
    ),
    only(
      'reconcile',
      'Comparing what is new with what is held knows no stage.',
      room('reconcile'),
      room('reconcile', 'model', 'contracts', 'languages', 'text', 'errors', 'retry-races'),
    ),
    only(
      'extract',
      'What a model finds in a session knows no stage.',
      room('extract'),
      room('extract', 'ask', 'reconcile', 'model', 'contracts', 'languages', 'text', 'errors'),
    ),
    only('http', 'Requests know no adapter.', room('http'), room('http', 'errors')),
    only(
      'telemetry',
      'Events speak of nouns only.',
      room('telemetry'),
      room('telemetry', 'model', 'contracts', 'errors', 'retry-races'),
    ),
    ...STAGES.map((stage) =>
      only(
        `stage-${stage}`,
        'Stages do not import each other, nor what can be swapped.',
        room(stage),
        room(
          stage,
          'reconcile',
          'extract',
          'ask',
          'guardrails',
          'model',
          'contracts',
          'languages',
          'text',
          'secrets',
          'telemetry',
          'errors',
          'until-aborted',
          'yield-to-event-loop',
          'retry-races',
        ),
      ),
    ),
    only(
      'components',
      'A component knows the contracts, not the stages.',
      room('components'),
      room(
        'components',
        'reconcile',
        'ask',
        'guardrails',
        'model',
        'contracts',
        'languages',
        'text',
        'errors',
        'yield-to-event-loop',
      ),
    ),
    ...ADAPTERS.map((adapter) =>
      only(
        `adapter-${adapter}`,
        'An adapter knows what it implements, and no other adapter.',
        room(adapter),
        room(
          adapter,
          'reader',
          'ask',
          'model',
          'contracts',
          'languages',
          'text',
          'http',
          'errors',
          'until-aborted',
          'yield-to-event-loop',
          'require-node',
        ),
      ),
    ),
    {
      name: 'english-behind-the-seam',
      comment: 'What is known of English is reached through contracts/language.ts alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/languages/', '\\.test\\.ts$'] },
      to: { path: '^src/languages/english/' },
    },
    {
      name: 'client-is-light',
      comment: 'The client runs in browsers: of everything else it has the types alone.',
      severity: 'error',
      from: { path: room('client'), pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [room('client', 'until-aborted'), '^src/http/retry-delay\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'vendors-in-adapters',
      comment: 'Vendor packages appear only in adapters.',
      severity: 'error',
      from: { path: '^src/', pathNot: room(...ADAPTERS) },
      to: { path: 'better-sqlite3|gpt-tokenizer|huggingface|node_modules/(@types/)?pg/' },
    },
    {
      name: 'frameworks-in-their-adapter',
      comment: 'Who imports one adapter loads no other framework.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/adapters/(ai-sdk|langgraph|openai-agents)\\.ts$', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(ai|@ai-sdk|@langchain|@openai)/' },
    },
    {
      name: 'not-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench|tools)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
