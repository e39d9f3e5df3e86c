import { readdirSync } from 'node:fs';

/** Who may import whom. Each rule tells its reason; `npm run check` prints it where it is broken. */
const room = (name) => `^src/${name}/`;

/** Each folder of `src` and what it may import of the others, from the ground up. A new folder must be added here. */
const rooms = {
  i18n: [],
  api: [],
  platform: ['api'],
  ui: ['api'],
  cms: ['api', 'platform', 'ui'],
  mail: ['api', 'platform', 'ui', 'cms'],
  content: ['api', 'platform', 'ui', 'cms', 'mail'],
  auth: ['api', 'platform', 'ui', 'cms', 'mail', 'content/settings'],
  integrations: ['api', 'platform', 'ui', 'cms', 'auth', 'leads/lead'],
  leads: ['api', 'platform', 'ui', 'cms', 'mail', 'auth', 'integrations', 'content/settings'],
  site: ['api', 'platform', 'ui', 'cms', 'auth', 'content', 'leads'],
  backup: ['api', 'platform', 'ui', 'cms', 'mail', 'auth', 'integrations', 'leads'],
  admin: ['api', 'platform', 'ui', 'cms', 'mail', 'auth', 'integrations', 'content', 'leads', 'backup'],
  cli: [
    'api',
    'platform',
    'cms',
    'mail',
    'auth',
    'content',
    'integrations',
    'leads',
    'site',
    'backup',
    'admin',
    'start',
    'app',
  ],
};
/** The folders of `src/leads`, from the ground up: each may import those before it. */
const leadRooms = [
  'lead',
  'notifications',
  'demo-access',
  'templates',
  'import',
  'inbox',
  'reports',
  'requests',
  'ads',
];

assertComplete('src', Object.keys(rooms));
assertComplete('src/leads', leadRooms);
/** The folders of `src/platform`, likewise; the files beside them are the ground of all. */
const platformRooms = ['database', 'settings', 'files', 'jobs', 'metrics', 'cache', 'http', 'session'];
assertComplete('src/platform', platformRooms);

function assertComplete(folder, known) {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const unknown = folders.map(({ name }) => name).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Say in .dependency-cruiser.mjs what ${folder}/${unknown[0]} may import.`);
}

function inOrder(folder, names) {
  return names.slice(0, -1).map((name, at) => ({
    name: `${folder}-${name}-looks-down`,
    comment: `Inside ${folder} the order is ${names.join(', ')}: each may import those before it, none after it.`,
    severity: 'error',
    from: { path: `^src/${folder}/${name}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `^src/${folder}/(${names.slice(at + 1).join('|')})/` },
  }));
}

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A circle of imports has no bottom to begin reading at.',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'paths-and-brand-import-nothing',
      comment: 'Every part may import the addresses and the colours, so they may import none.',
      severity: 'error',
      from: { path: '^src/(paths|brand)\\.ts$' },
      to: { path: '.+' },
    },
    ...Object.entries(rooms).map(([name, below]) => ({
      name: `${name}-imports-downwards`,
      comment: `src/${name} may import only: paths.ts, brand.ts, i18n, ${below.join(', ')}.`,
      severity: 'error',
      from: { path: room(name), pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^src/',
        pathNot: `^src/((${[name, 'i18n', ...below].join('|')})(/|\\.server\\.ts$)|(paths|brand)\\.ts$)`,
      },
    })),
    {
      name: 'kinds-stand-alone',
      comment:
        'Kinds never import each other; a page or the sample brings them together. Every kind may show facts about the vendor, and leave a redirect.',
      severity: 'error',
      from: { path: '^src/content/([^/]+)/' },
      to: { path: '^src/content/[^/]+/', pathNot: '^src/content/($1|settings|redirects)/' },
    },
    {
      name: 'command-on-top',
      comment: 'The command stands on the whole product; nothing of the product knows it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: room('cli') },
    },
    {
      name: 'shapes-stay-on-the-server',
      comment:
        'A browser needs of a shape of content its type alone: as a value it would bring the whole of Zod along.',
      severity: 'error',
      from: { path: '^src/(content|site|admin)/', pathNot: '(\\.server\\.tsx?|\\.test\\.tsx?|schema\\.ts)$' },
      to: { path: '^src/api/shapes\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-code-stays',
      comment:
        'A file without .server may reach a browser: it imports no server code. Of a kind it may know the types, which are gone when it is built.',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.server\\.tsx?|\\.test\\.tsx?)$' },
      to: {
        path: '(\\.server\\.tsx?$|^src/platform/)',
        pathNot: ['^src/cms/pictures/picture-jobs\\.ts$', '^src/content/.+\\.server\\.ts$'],
      },
    },
    {
      name: 'kinds-give-browsers-their-types',
      comment: 'A browser needs of a kind its types alone: a value would bring server code along.',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.server\\.tsx?|\\.test\\.tsx?)$' },
      to: { path: '^src/content/.+\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-node-in-browsers',
      comment: "Node's modules do not exist in a browser.",
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.server\\.tsx?|\\.test\\.tsx?)$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'one-place-for-two-databases',
      comment: 'What differs between SQLite and PostgreSQL is a function of platform/database; its callers serve both.',
      severity: 'error',
      from: { path: '^src/', pathNot: '(^src/platform/database/|\\.test\\.ts$)' },
      to: { path: '^src/platform/database/is-postgres\\.server\\.ts$' },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A landed migration must mean the same for ever, so it imports nothing of ours.',
      severity: 'error',
      from: { path: '^db/migrations/' },
      to: { path: '^(src|db)/' },
    },
    {
      name: 'only-tests-reach-up',
      comment: 'The product does not depend on its tests.',
      severity: 'error',
      from: { path: '^(src|db)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(test|bench|scripts)/' },
    },
    {
      name: 'measurements-from-outside',
      comment:
        'A measurement talks to the built server as its visitors do. Of the source it knows the addresses, and of the database what fills it with many records; it borrows the browser, the PostgreSQL and the queries of the tests, and how they measure processes. Beside what the server takes for the home page, one draws its tree alone.',
      severity: 'error',
      from: { path: '^bench/', pathNot: '^bench/home-tree\\.tsx$' },
      to: {
        path: '^(src|db|scripts|test)/',
        pathNot: [
          '^test/helpers/processes\\.ts$',
          '^src/paths\\.ts$',
          '^src/(platform/database/|cms/(collections|search)/|api/text\\.ts$)',
          '^test/helpers/((asked-queries|bring-browser|chromium|fetch-packages|many-news)\\.ts$|postgres/)',
        ],
      },
    },
    {
      name: 'scripts-stand-alone',
      comment:
        'Scripts run before anything is built or even installed. Of the source they know what vite.config.ts does, the addresses, shapes, and what a release consists of; they borrow the PostgreSQL of the tests, and their list of promises. Only trace.ts runs the product, with the cast of the tests.',
      severity: 'error',
      from: { path: '^scripts/', pathNot: '^scripts/trace\\.ts$' },
      to: {
        path: '^(src|db|test|bench)/',
        pathNot: [
          '^src/paths\\.ts$',
          '^src/site/fonts/',
          '^src/cli/release',
          '^test/(promises\\.ts$|helpers/(postgres/|test-names\\.ts$))',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'helpers-are-no-tests',
      comment:
        'Tests are collected by their names; a test that is imported would run once more in every test that does.',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.tsx?$' },
    },
    {
      name: 'tests-measure-nothing',
      comment: 'What tests and measurements both need stands in test/helpers.',
      severity: 'error',
      from: { path: '^test/' },
      to: { path: '^(bench|scripts)/' },
    },
    {
      name: 'mail-by-its-queue',
      comment:
        'Whoever writes a mail puts it on its sheet and into the queue, and may tell its state; how and when it is sent is for the mail room alone.',
      severity: 'error',
      from: { path: '^src/(content|leads|auth|site)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: room('mail'),
        pathNot: '^src/mail/(mail-(document\\.server|layout)\\.tsx|(queue\\.server|states)\\.ts)$',
      },
    },
    {
      name: 'jobs-know-no-work',
      comment: 'The worker is for every kind of job; what a job is, those tell it whose job it is.',
      severity: 'error',
      from: { path: '^src/platform/jobs/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/', pathNot: '^src/platform/(jobs/|database/|errors|retry)' },
    },
    ...inOrder('leads', leadRooms),
    ...inOrder('platform', platformRooms),
    {
      name: 'platform-has-a-ground',
      comment: 'Every folder of the platform may import the files beside them, so these import none.',
      severity: 'error',
      from: { path: '^src/platform/[^/]+$', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/platform/[^/]+/' },
    },
    {
      name: 'leads-form-and-inbox-apart',
      comment: 'The form of visitors and the inbox of staff share what a lead is, and nothing else.',
      severity: 'error',
      from: { path: '^src/leads/requests/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/leads/inbox/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
