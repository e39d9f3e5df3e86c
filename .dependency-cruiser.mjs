/** Who may import whom. Each rule tells its reason; `npm run check` prints it where it is broken. */
const room = (name) => `^src/${name}/`;

/** From the ground up. */
const leadRooms = ['lead', 'funnel', 'outgoing', 'notifications', 'access', 'form', 'inbox', 'figures'];

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
    {
      name: 'kinds-stand-alone',
      comment:
        'Kinds never import each other; a page or the sample brings them together. The rooms of the leads are one house.',
      severity: 'error',
      from: { path: '^src/(content/[^/]+|leads)/' },
      to: { path: '^src/(content/[^/]+|leads)/', pathNot: '^src/$1/' },
    },
    {
      name: 'site-not-admin',
      comment: 'Visitors must not load the back office.',
      severity: 'error',
      from: { path: room('site') },
      to: { path: room('admin') },
    },
    {
      name: 'admin-not-site',
      comment: 'The back office does not depend on how public pages are composed.',
      severity: 'error',
      from: { path: room('admin') },
      to: { path: room('site') },
    },
    {
      name: 'command-on-top',
      comment: 'The command stands on the whole product; nothing of the product knows it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: room('cli') },
    },
    {
      name: 'kinds-look-down',
      comment: 'A kind is mounted by the site, the back office and the app; it does not know them.',
      severity: 'error',
      from: { path: '^src/(content|leads|mail|accounts|site-settings)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/((site|admin)/|app|start)' },
    },
    {
      name: 'settings-below-kinds',
      comment: 'Every kind may show facts about the vendor, so these know no kind.',
      severity: 'error',
      from: { path: room('site-settings'), pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(content|leads|accounts)/' },
    },
    {
      name: 'wire-is-the-ground',
      comment: 'Server and building blocks both stand on the shapes of the wire, so these know only the addresses.',
      severity: 'error',
      from: { path: room('wire'), pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/', pathNot: '^src/(wire/|paths\\.ts$)' },
    },
    {
      name: 'shapes-stay-on-the-server',
      comment:
        'A browser needs of a shape of content its type alone: as a value it would bring the whole of Zod along.',
      severity: 'error',
      from: { path: '^src/(content|site|admin)/', pathNot: '(\\.server\\.tsx?|\\.test\\.tsx?|schema\\.ts)$' },
      to: { path: '^src/(content/.+/schema|wire/(fields/.+|shapes))\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'blocks-know-no-content',
      comment: 'Building blocks serve every kind, so they know none.',
      severity: 'error',
      from: { path: '^src/(ui|server)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/((content|leads|mail|accounts|site-settings|site|admin)/|app|start)' },
    },
    {
      name: 'server-code-stays',
      comment: 'A file without .server may reach a browser: it imports no server code.',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.server\\.tsx?|\\.test\\.tsx?)$' },
      to: { path: '(\\.server\\.tsx?$|^src/server/)', pathNot: '^src/server/pictures/picture-jobs\\.ts$' },
    },
    {
      name: 'no-node-in-browsers',
      comment: "Node's modules do not exist in a browser.",
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.server\\.tsx?|\\.test\\.tsx?)$' },
      to: { dependencyTypes: ['core'] },
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
        'A measurement talks to the built server as its visitors do. Of the source it knows the addresses, and of the database what fills it with many records; it borrows the browser and the PostgreSQL of the tests, and how they measure processes. Beside what the server takes for the home page, one draws its tree alone.',
      severity: 'error',
      from: { path: '^bench/', pathNot: '^bench/home-tree\\.tsx$' },
      to: {
        path: '^(src|db|scripts|test)/',
        pathNot: [
          '^test/helpers/processes\\.ts$',
          '^src/paths\\.ts$',
          '^src/server/(database|lists|site-search)/',
          '^test/helpers/((bring-browser|chromium|fetch-packages|many-news)\\.ts$|postgres/)',
        ],
      },
    },
    {
      name: 'scripts-stand-alone',
      comment:
        'Scripts run before anything is built or even installed. Of the source they know what vite.config.ts does, the addresses, and shapes; they borrow the PostgreSQL of the tests.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: {
        path: '^(src|db|test|bench)/',
        pathNot: ['^src/paths\\.ts$', '^src/site/fonts/', '^test/helpers/postgres/'],
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
      name: 'mail-knows-no-kind',
      comment: 'Any room may send a mail, so what is mailed is composed there and handed over whole.',
      severity: 'error',
      from: { path: room('mail'), pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(content|leads|accounts|site-settings)/' },
    },
    {
      name: 'mail-by-its-queue',
      comment:
        'Whoever writes a mail puts it on its sheet and into the queue, and may tell its state; how and when it is sent is for the mail room alone.',
      severity: 'error',
      from: { path: '^src/(content|leads|accounts|site-settings|site)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: room('mail'), pathNot: '^src/mail/(sheet/|(queue\\.server|set-up|states)\\.ts$)' },
    },
    {
      name: 'jobs-know-no-work',
      comment: 'The worker is for every kind of job; what a job is, those tell it whose job it is.',
      severity: 'error',
      from: { path: '^src/server/jobs/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/', pathNot: '^src/server/(jobs|database)/' },
    },
    ...leadRooms.slice(0, -1).map((name, at) => ({
      name: `leads-${name}-looks-down`,
      comment: `Inside leads the order is ${leadRooms.join(', ')}: each may import those before it, none after it.`,
      severity: 'error',
      from: { path: `^src/leads/${name}/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: `^src/leads/(${leadRooms.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'leads-form-and-inbox-apart',
      comment: 'The form of visitors and the inbox of staff share what a lead is, and nothing else.',
      severity: 'error',
      from: { path: '^src/leads/inbox/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/leads/form/' },
    },
    {
      name: 'leads-folders-one-way',
      comment: 'Screens and workers stand on the files of their room; a panel stands on the parts of its screen.',
      severity: 'error',
      from: {
        path: '^src/leads/((access|notifications|outgoing)/[^/]+\\.|inbox/screen/)',
        pathNot: '\\.test\\.tsx?$',
      },
      to: { path: '^src/leads/((access|outgoing)/screen|notifications/bell|inbox/panel)/' },
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
