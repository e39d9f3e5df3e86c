export interface ProductPromise {
  /** A row of the catalogue of attacks and faults (A01 … W18), or a section of the specification or of the contract. */
  rule: string;
  says: string;
  /** File, and a part of the test's full name; of a table of tests as the source has it. */
  tests: [file: string, name: string][];
  /** What none of them proves. */
  missing?: string;
  /** What the product does otherwise on purpose. */
  deviation?: string;
}

/** What the product promises, each with what proves it: `npm run promises` prints it as a table. */
export const promises: ProductPromise[] = [
  {
    rule: 'A01',
    says: 'A wrong password gets a 401 with one message, no token and no cookie',
    tests: [
      ['src/auth/sign-in/api.test.ts', 'answers 401 with a list of one message'],
      ['test/journeys/admin/sign-in.test.ts', 'says what is wrong, keeps the address'],
    ],
  },
  {
    rule: 'A02',
    says: 'A sign-in without a proper address or password is refused at its field',
    tests: [['src/auth/sign-in/api.test.ts', 'POST /api/v1/login > answers 422']],
    missing: 'that a password that is too long is never hashed',
  },
  {
    rule: 'A04',
    says: 'Neither answer nor time tells whether an address has an account',
    tests: [
      ['src/auth/sign-in/api.test.ts', 'a wrong password takes as long as an unknown address'],
      ['src/auth/password-reset/api.test.ts', 'takes as long for either, and longer than the work'],
      ['src/auth/password-reset/api.test.ts', 'answers the same to a known and to an unknown address'],
    ],
    missing: 'medians within 2 ms over 2,000 samples; compared are 20, within a factor',
  },
  {
    rule: 'A05',
    says: 'After five wrong passwords an account waits, for the right one too',
    tests: [
      ['src/auth/sign-in/limits.test.ts', 'after 5 failures an account waits'],
      ['src/auth/sign-in/limits.test.ts', 'the wait grows with each further failure'],
    ],
    missing: 'that nothing is hashed meanwhile',
  },
  {
    rule: 'A07',
    says: 'One password against many accounts is stopped, and operators are warned',
    tests: [
      ['src/auth/sign-in/limits.test.ts', 'a network has 10 attempts a minute'],
      ['src/platform/metrics/metrics.test.ts', 'they tell of failed sign-ins'],
    ],
    missing: 'guesses from 100 networks, and that the site stays quick',
  },
  {
    rule: 'A08',
    says: 'Spellings, odd types and forwarding headers open no second limit',
    tests: [
      ['src/auth/sign-in/limits.test.ts', 'after 5 failures an account waits'],
      ['src/auth/sign-in/limits.test.ts', 'whatever forwarding headers say'],
      ['src/leads/requests/rate-limits.test.ts', 'The network is the peer > whatever %s says'],
    ],
  },
  {
    rule: 'A10',
    says: 'A browser that the owner knows still signs in while others guess',
    tests: [
      ['src/auth/sign-in/limits.test.ts', 'a browser in which the owner once signed in is not locked out'],
      ['src/auth/sign-in/limits.test.ts', 'strangers who fill the queue'],
    ],
  },
  {
    rule: 'A11',
    says: 'Limits of sign-ins outlive restarts and hold on every instance',
    tests: [['src/auth/sign-in/limits.test.ts', 'hold over a restart and on every instance']],
    missing: 'a clock that was set back',
  },
  {
    rule: 'A13',
    says: 'Passwords that begin alike are told apart to their last letter',
    tests: [['src/auth/sign-in/api.test.ts', 'tells a password from one that begins with the same 72 bytes']],
  },
  {
    rule: 'A14',
    says: 'A token is dead everywhere once its session was signed out',
    tests: [
      ['src/auth/sign-in/api.test.ts', 'ends the token at once, on every instance'],
      ['src/leads/notifications/stream.test.ts', 'ends with its session'],
      ['test/faults/instances.test.ts', 'what one acknowledged the others show at once'],
    ],
  },
  {
    rule: 'A16',
    says: 'Sessions end by rest and by age, and use prolongs no age',
    tests: [
      ['src/platform/session/guard.test.ts', 'a session lives 12 hours, or 30 days'],
      ['src/platform/session/guard.test.ts', 'without use a session ends'],
      ['src/platform/session/guard.test.ts', 'the last use is noted once a minute at most'],
    ],
    deviation: 'two hours of rest in place of 30 minutes; SESSION_IDLE shortens them',
  },
  {
    rule: 'A17',
    says: 'A new password ends the other sessions and all reset links',
    tests: [
      ['src/auth/profile/api.test.ts', 'ends the other sessions'],
      ['src/auth/profile/api.test.ts', 'no session of the old password outlives it'],
      ['src/auth/password-reset/api.test.ts', 'changing the password or the address ends the links'],
    ],
    missing: 'a new token for the session that changed it',
  },
  {
    rule: 'A19',
    says: 'A sign-in always makes a fresh token and ends the one it was sent',
    tests: [['src/auth/sign-in/api.test.ts', 'always gives a fresh token']],
  },
  {
    rule: 'A20',
    says: 'Only one well-formed bearer header counts, and no token is ever logged',
    tests: [
      ['src/platform/session/guard.test.ts', 'takes one well-formed bearer in its header'],
      ['src/platform/session/guard.test.ts', 'refuses the header twice'],
      ['src/auth/log.test.ts', 'the log tells every security event once'],
    ],
  },
  {
    rule: 'A22',
    says: 'With split tokens one half opens nothing',
    tests: [],
    missing: 'there is no such mode',
  },
  {
    rule: 'A23',
    says: 'A reset link works once, only the newest, and looking uses none up',
    tests: [
      ['src/auth/password-reset/api.test.ts', 'a link works once'],
      ['src/auth/password-reset/api.test.ts', 'only the newest link works'],
      ['src/auth/password-reset/api.test.ts', 'a refused password does not use up the link'],
    ],
  },
  {
    rule: 'A25',
    says: "The second step can't be left out",
    tests: [
      ['src/auth/second-factor/api.test.ts', 'then the password alone is no sign-in'],
      ['src/auth/second-factor/api.test.ts', 'ends with its time, and with the password'],
    ],
    missing: 'a ticket sent as a bearer, and flags in the body',
  },
  {
    rule: 'A26',
    says: 'Codes count once, and five wrong ones end the attempt',
    tests: [
      ['src/auth/second-factor/api.test.ts', 'each code signs in once'],
      ['src/auth/second-factor/api.test.ts', 'ends after five wrong codes'],
      ['src/auth/second-factor/api.test.ts', 'a recovery code works once'],
    ],
  },
  {
    rule: 'A28',
    says: 'A user has ten sessions at most, listed with device and last use',
    tests: [
      ['src/auth/sign-in/api.test.ts', 'keeps the ten newest sessions'],
      ['src/auth/sign-in/api.test.ts', 'many sign-ins of one user at once'],
      ['src/auth/profile/api.test.ts', 'GET lists device, network and times'],
    ],
  },
  {
    rule: 'Z01',
    says: 'Each route lets in exactly the roles that the page of roles names',
    tests: [
      ['src/rights.test.ts', 'docs/roles.md says which right each route needs'],
      ['src/rights.test.ts', 'every route that needs a right answers 401 to nobody'],
      ['test/attacks/callers.test.ts', '17 callers × paths × methods'],
    ],
  },
  {
    rule: 'Z03',
    says: 'Other spellings of a guarded address give no data',
    tests: [
      ['src/platform/session/guard.test.ts', 'addresses that are nearly guarded ones give nothing away'],
      ['src/admin/routes.test.ts', 'the same address is a page for a browser and a call'],
      ['test/attacks/paths.test.ts', 'path tricks'],
    ],
  },
  {
    rule: 'Z04',
    says: 'Escapes in an address lead around no guard and out of no folder',
    tests: [
      ['src/platform/session/guard.test.ts', 'addresses that are nearly guarded ones give nothing away'],
      ['src/cms/pictures/pictures.test.ts', 'answers 404 to every other width, name and way out'],
      ['test/attacks/paths.test.ts', 'path tricks'],
    ],
  },
  {
    rule: 'Z06',
    says: 'HEAD needs what GET needs, and odd methods tell nothing',
    tests: [
      ['src/rights.test.ts', 'HEAD needs what GET needs'],
      ['test/attacks/callers.test.ts', '17 callers × paths × methods'],
      ['test/attacks/requests.test.ts', 'raw HTTP and smuggling'],
    ],
  },
  {
    rule: 'Z07',
    says: "Fields that a form doesn't have are never stored, and reserved ones are logged",
    tests: [
      ['test/helpers/list-kind.ts', 'stores nothing of fields that are not the form'],
      ['src/auth/profile/api.test.ts', 'never takes a role, a status or a password'],
      ['src/auth/log.test.ts', 'the log tells every security event once'],
    ],
  },
  {
    rule: 'Z09',
    says: "Records that don't belong together can't be joined by their ids",
    tests: [['src/content/features/admin-api.test.ts', 'a place that does not belong together answers 422']],
  },
  {
    rule: 'Z10',
    says: 'Hidden records appear nowhere: no list, page, count or feed',
    tests: [
      ['test/helpers/list-kind.ts', 'visitors see Active records at once, and no others'],
      ['src/site/pages.test.ts', 'is gone when its record is inactive or in the trash'],
      ['src/content/news/api.test.ts', 'leaves inactive news out of rows and total'],
    ],
  },
  {
    rule: 'Z12',
    says: 'Unknown parameters of public lists change nothing',
    tests: [
      ['src/platform/http/cached-answers.test.ts', 'make no answer of their own'],
      ['src/cms/collections/bulk.test.ts', 'a list is sorted by its columns'],
    ],
  },
  {
    rule: 'Z13',
    says: 'The demo password is shown only to who enters the own one',
    tests: [
      ['src/leads/demo-access/api.test.ts', 'keeps what was saved, and never answers the password'],
      ['src/leads/demo-access/api.test.ts', 'shows the password to whoever enters the own one'],
    ],
  },
  {
    rule: 'Z15',
    says: "The last owner can't be removed, deactivated or demoted",
    tests: [
      ['src/auth/users/api.test.ts', 'can be neither removed, nor deactivated'],
      ['src/auth/users/api.test.ts', 'gives nobody another role by oneself'],
    ],
  },
  {
    rule: 'Z16',
    says: 'A token of a removed account opens nothing',
    tests: [['src/platform/session/guard.test.ts', 'a closed or removed account has no live session']],
    missing: 'an account made again under the same address',
  },
  {
    rule: 'C02',
    says: 'Writes from neighbouring or hidden origins are refused',
    tests: [
      ['src/auth/sign-in/api.test.ts', 'a foreign page: 403'],
      ['src/leads/requests/refusals.test.ts', '403 > %s'],
      ['test/attacks/requests.test.ts', 'CSRF, origin, content type'],
    ],
  },
  {
    rule: 'C03',
    says: 'A program with a bearer needs no origin',
    tests: [
      ['src/platform/session/guard.test.ts', 'needs no CSRF token, and refuses foreign pages'],
      ['src/auth/sign-in/api.test.ts', 'a live bearer needs no token'],
    ],
  },
  {
    rule: 'C05',
    says: 'A page without its token still sends',
    tests: [['test/journeys/demo-form-trouble.test.ts', 'a page without its token logs that']],
  },
  {
    rule: 'C06',
    says: 'JSON under another content type is refused',
    tests: [
      ['src/leads/requests/refusals.test.ts', '415 > the content type %j'],
      ['src/auth/sign-in/api.test.ts', 'forms and plain text: 415'],
    ],
  },
  {
    rule: 'C08',
    says: "A foreign page can't sign anybody in",
    tests: [['src/auth/sign-in/api.test.ts', 'a foreign page: 403']],
  },
  {
    rule: 'C09',
    says: 'No address changes anything by being looked at',
    tests: [
      ['src/auth/sign-in/api.test.ts', 'is no GET'],
      ['src/auth/password-reset/api.test.ts', 'a refused password does not use up the link'],
    ],
    missing: 'all GETs, in a transaction that only reads',
  },
  {
    rule: 'C11',
    says: 'The token of a page is never logged, and pages of staff are stored nowhere',
    tests: [
      ['src/auth/log.test.ts', 'the log tells every security event once'],
      ['src/admin/routes.test.ts', 'answers the shell, which is kept nowhere'],
    ],
    deviation: 'the token of public pages is one for all and for a day, as these pages are shared by caches',
  },
  {
    rule: 'C12',
    says: 'A cookie of the same name that others set is not taken',
    tests: [
      ['src/auth/sign-in/limits.test.ts', 'the device cookie is HttpOnly, strict'],
      ['src/auth/sign-in/limits.test.ts', 'a browser in which the owner once signed in is not locked out'],
    ],
  },
  {
    rule: 'V02',
    says: 'JSON nested without end is refused',
    tests: [['src/platform/http/json-body.unit.test.ts', 'of 200,000 open brackets is refused']],
  },
  {
    rule: 'V03',
    says: 'JSON with a key twice is refused',
    tests: [
      ['src/platform/http/json-body.unit.test.ts', '%s is refused: %s'],
      ['src/leads/requests/refusals.test.ts', '400 > a body that is %s'],
    ],
  },
  {
    rule: 'V05',
    says: 'Only exact JSON types are read',
    tests: [
      ['src/leads/requests/refusals.test.ts', '415 > the content type %j'],
      ['src/leads/requests/refusals.test.ts', 'no content type, and two of them'],
      ['src/leads/requests/api.test.ts', 'the content type %s is taken'],
    ],
  },
  {
    rule: 'V06',
    says: 'A value of another type is refused at its field, never converted',
    tests: [
      ['src/leads/requests/refusals.test.ts', 'refuses %s with a message in Bengali'],
      ['test/helpers/list-kind.ts', 'answers 422 at %s alone for a wrong value'],
      ['test/attacks/bodies.test.ts', 'malformed calls'],
    ],
  },
  {
    rule: 'V08',
    says: 'Bodies without measure are refused and hold nobody up',
    tests: [
      ['src/platform/http/json-body.unit.test.ts', 'may have 2000 keys in all'],
      ['src/leads/requests/refusals.test.ts', '413 > a body of one byte more'],
      ['test/attacks/load.test.ts', 'heavy bodies'],
    ],
  },
  {
    rule: 'V09',
    says: 'Numbers are read in both scripts, and odd ones refused',
    tests: [
      ['src/content/statistics/admin-api.test.ts', 'a count of %j is kept as %j'],
      ['test/helpers/list-kind.ts', 'answers 422 at %s alone for a wrong value'],
    ],
  },
  {
    rule: 'V11',
    says: 'The misspelt name of the installation cost works both ways',
    tests: [
      ['src/cms/collections/merge.test.ts', 'what two changes give together is checked'],
      ['test/helpers/list-kind.ts', 'answers 422 with every field that is missing'],
    ],
  },
  {
    rule: 'V12',
    says: 'Reserved names of objects are refused everywhere',
    tests: [
      ['src/platform/http/json-body.unit.test.ts', '%s is refused: %s'],
      ['src/leads/requests/refusals.test.ts', '400 > a body that is %s'],
      ['src/leads/inbox/import.test.ts', 'Hostile rows > %s'],
    ],
  },
  {
    rule: 'V14',
    says: 'Odd headers are refused without a crash',
    tests: [
      ['test/attacks/requests.test.ts', 'raw HTTP and smuggling'],
      ['test/faults/fuzz.test.ts', 'odd requests on %s bring no fault'],
      ['src/platform/session/guard.test.ts', 'refuses the header twice, and a line break in it'],
    ],
  },
  {
    rule: 'V15',
    says: 'What is no id is not found, never a fault',
    tests: [
      ['src/platform/http/answers.test.ts', 'answers 404 to the id %s, as JSON'],
      ['src/rights.test.ts', 'no address takes what is no id'],
    ],
  },
  {
    rule: 'V17',
    says: 'No text makes a pattern run away',
    tests: [
      ['src/cms/rich-text/clean.unit.test.ts', 'takes a text of many %s'],
      ['src/platform/settings/mail-settings.unit.test.ts', 'long texts are judged at once'],
      ['test/attacks/load.test.ts', 'heavy bodies'],
    ],
    missing: 'that every regular expression is linear, by analysis',
  },
  {
    rule: 'V18',
    says: 'A date is a real day, kept as it was entered',
    tests: [
      ['test/helpers/list-kind.ts', 'answers 422 at %s alone for a wrong value'],
      ['src/content/news/admin-api.test.ts', 'reads Bengali digits in the date'],
    ],
    missing: 'the same day in every time zone of a server',
  },
  {
    rule: 'V20',
    says: 'SQL in any text is only text',
    tests: [
      ['src/content/news/admin-list.test.ts', '%s finds %d'],
      ['src/site/search/search.test.ts', 'whatever is typed is harmless'],
      ['src/leads/inbox/export.test.ts', '422 > %s: %s'],
    ],
    missing: 'that the log of PostgreSQL shows parameters only',
  },
  {
    rule: 'V21',
    says: 'Wildcards in a search stand for themselves',
    tests: [
      ['src/content/news/admin-list.test.ts', '%s finds %d'],
      ['src/content/news/admin-list.test.ts', 'answers 422 for a search without measure'],
      ['src/cms/collections/search.test.ts', 'no letter stands for another'],
    ],
  },
  {
    rule: 'V23',
    says: 'Control letters are removed, Bengali joiners stay',
    tests: [
      ['src/api/text.unit.test.ts', 'Text as it is kept > %s'],
      ['src/api/text.unit.test.ts', 'Bengali in NFC stays as it is'],
    ],
  },
  {
    rule: 'V24',
    says: 'Text that looks like markup is shown as text everywhere',
    tests: [
      ['src/site/structured/structured.test.ts', 'no text ends the element that it stands in'],
      ['test/faults/hostile-texts.test.ts', 'no text of anybody runs'],
    ],
  },
  {
    rule: 'V26',
    says: 'A text may be exactly as long as the message says',
    tests: [
      ['src/content/news/admin-api.test.ts', 'takes texts of exactly the largest length'],
      ['src/leads/requests/api.test.ts', 'may have 190 code points'],
      ['src/leads/requests/refusals.test.ts', '%s refuses 191 code points'],
    ],
  },
  {
    rule: 'V27',
    says: 'Lists of categories are checked, made unique and keep their order',
    tests: [
      ['test/helpers/list-kind.ts', 'makes a record, Active unless said otherwise'],
      ['test/helpers/list-kind.ts', 'answers 422 at %s alone for a wrong value'],
    ],
  },
  {
    rule: 'V29',
    says: 'A foreign or doubled host is refused, and never in a link',
    tests: [
      ['src/platform/http/cached-answers.test.ts', 'two Host headers are refused'],
      ['src/platform/http/answers.test.ts', 'is answered with 421 in production'],
      ['test/attacks/paths.test.ts', 'host and forwarded headers'],
    ],
  },
  {
    rule: 'V30',
    says: 'What is no HTTP gets a 400',
    tests: [['test/attacks/requests.test.ts', 'raw HTTP and smuggling']],
    missing: 'TLS on the plain port',
  },
  {
    rule: 'U02',
    says: 'An image by address is refused, and nothing is fetched',
    tests: [
      ['src/cms/pictures/data-url.unit.test.ts', '%s is refused'],
      ['src/auth/profile/api.test.ts', 'PUT /admin/account > answers 422: %s'],
    ],
  },
  {
    rule: 'U03',
    says: 'A malformed data URL is refused',
    tests: [['src/cms/pictures/data-url.unit.test.ts', '%s is refused']],
  },
  {
    rule: 'U05',
    says: 'What hides in a picture is gone when it is stored',
    tests: [['src/cms/pictures/pictures.test.ts', 'carries nothing that was hidden in the file']],
  },
  {
    rule: 'U06',
    says: 'Other files than five kinds of pictures are refused',
    tests: [['src/cms/pictures/refused-pictures.test.ts', '%s is a 422 under image that says why']],
  },
  {
    rule: 'U08',
    says: 'Of an animation one frame is read, in a bounded time',
    tests: [
      ['src/cms/pictures/pictures.test.ts', 'of an animation is its first frame'],
      ['src/cms/pictures/refused-pictures.test.ts', 'a picture that takes too long is ended alone'],
    ],
    missing: '100,000 frames, and sequences of AVIF',
  },
  {
    rule: 'U09',
    says: 'A damaged picture is refused or whole, and harms no other',
    tests: [
      ['src/cms/pictures/refused-pictures.test.ts', 'a file cut at any length is refused or a whole picture'],
      ['src/cms/pictures/refused-pictures.test.ts', 'a decoder that dies takes its own picture along'],
    ],
    missing: 'bombs in chunks of a PNG',
  },
  {
    rule: 'U11',
    says: 'Pictures have an upper size, and larger bodies are not read',
    tests: [
      ['src/auth/profile/api.test.ts', 'takes a body of 8 MiB of picture'],
      ['src/platform/http/limits/bodies.test.ts', 'a picture that is too large is refused before it has come'],
      ['src/leads/requests/refusals.test.ts', 'a body that declares a gigabyte'],
    ],
  },
  {
    rule: 'U12',
    says: 'Many uploads at once wait in turn, and memory stays bounded',
    tests: [
      ['src/platform/semaphore.unit.test.ts', 'three bodies of 5 MB fit'],
      ['test/faults/mixed-load.test.ts', 'bodies of 10 MB at once'],
      ['test/faults/mixed-load.test.ts', 'photos of 12 megapixels at once'],
    ],
  },
  {
    rule: 'U14',
    says: "An edit can't point its picture at another file",
    tests: [
      ['test/helpers/list-kind.ts', 'keeps the picture when none is sent'],
      ['src/content/news/admin-api.test.ts', 'answers the whole record and nothing else'],
    ],
  },
  {
    rule: 'U15',
    says: 'A file is judged by what it is, not by what it says',
    tests: [
      ['src/cms/pictures/refused-pictures.test.ts', '%s is a 422 under image that says why'],
      ['src/content/downloads/uploads.test.ts', 'A file that is refused under file > %s'],
      ['test/attacks/files.test.ts', 'uploads and names'],
    ],
  },
  {
    rule: 'U17',
    says: 'A decoder that dies costs one request',
    tests: [['src/cms/pictures/refused-pictures.test.ts', 'a decoder that dies takes its own picture along']],
  },
  {
    rule: 'U18',
    says: 'The address of a picture leads nowhere else',
    tests: [
      ['src/cms/pictures/pictures.test.ts', 'answers 404 to every other width, name and way out'],
      ['src/cms/pictures/pictures.test.ts', 'answers a strange Range'],
    ],
    missing: 'links and folders laid into the media folder',
  },
  {
    rule: 'U20',
    says: 'Every picture comes in by one door',
    tests: [
      ['src/content/news/admin-api.test.ts', 'cleans rich text and stores the pictures in it'],
      ['src/cli/import-site.test.ts', 'what answers otherwise comes too'],
    ],
    missing: 'a test that finds a second writer',
  },
  {
    rule: 'U21',
    says: 'An uploaded file that is opened in a browser runs nothing',
    tests: [
      ['src/cms/pictures/pictures.test.ts', 'answers immutable bytes in which nothing may run'],
      ['src/content/downloads/api.test.ts', 'never shows them as a page'],
      ['src/content/downloads/uploads.test.ts', 'is served as what its name says'],
    ],
  },
  {
    rule: 'U23',
    says: 'Pictures that nothing shows go after a while, those of versions stay',
    tests: [
      ['src/admin/pictures/sweep-pictures.test.ts', 'pictures of records and of texts stay'],
      ['src/admin/pictures/sweep-pictures.test.ts', 'what lies in the trash keeps its pictures'],
      ['src/cms/versions/drafts.test.ts', 'keep their pictures, and go with the record'],
    ],
  },
  {
    rule: 'U24',
    says: 'Unusual pictures are decoded right',
    tests: [
      ['src/cms/pictures/pictures.test.ts', '%s is drawn anew as WebP of its size'],
      ['src/cms/pictures/pictures.test.ts', 'of 1 by 1 is enough'],
    ],
  },
  {
    rule: 'U26',
    says: 'A full disk refuses pictures with a clear message, reads go on',
    tests: [
      ['test/faults/disk.test.ts', 'full: writes are a 507'],
      ['test/faults/no-space.test.ts', 'a picture that can not be kept is a 507'],
    ],
  },
  {
    rule: 'R01',
    says: 'No script in rich text ever runs',
    tests: [
      ['src/cms/rich-text/clean.unit.test.ts', 'vector %i'],
      ['test/attacks/markup.test.ts', 'rich text: mutants × contexts'],
      ['test/faults/hostile-texts.test.ts', 'no text of anybody runs'],
    ],
    missing: 'Firefox and WebKit',
  },
  {
    rule: 'R03',
    says: 'Handlers, styles and page-wide elements are removed',
    tests: [
      ['src/cms/rich-text/clean.unit.test.ts', 'vector %i'],
      ['src/cms/rich-text/clean.unit.test.ts', '%s becomes %s'],
    ],
  },
  {
    rule: 'R04',
    says: 'Scripts, frames, forms and drawings are removed with what they hold',
    tests: [
      ['src/cms/rich-text/clean.unit.test.ts', 'vector %i'],
      ['src/cms/rich-text/clean.unit.test.ts', 'pieces of vectors in any mixture'],
    ],
  },
  {
    rule: 'R06',
    says: 'Rich text names no element',
    tests: [['src/cms/rich-text/clean.unit.test.ts', 'vector %i']],
  },
  {
    rule: 'R07',
    says: 'Links get a safe relation, and pictures of other hosts are removed',
    tests: [
      ['src/cms/rich-text/clean.unit.test.ts', '%s becomes %s'],
      ['src/cms/rich-text/clean.unit.test.ts', 'vector %i'],
    ],
  },
  {
    rule: 'R09',
    says: 'Rich text without measure is refused before it holds anybody up',
    tests: [
      ['src/cms/rich-text/clean.unit.test.ts', 'refuses too much %s'],
      ['src/cms/rich-text/clean.unit.test.ts', 'takes a text of many %s'],
      ['src/cms/rich-text/limits.test.ts', 'are refused before they hold anybody up'],
    ],
  },
  {
    rule: 'R10',
    says: 'Text from before is cleaned again when it is read',
    tests: [['src/content/news/admin-api.test.ts', 'content that was written past the form reaches nobody']],
  },
  {
    rule: 'R12',
    says: 'Pasted text keeps its sense and loses the rest',
    tests: [['test/journeys/rich-text.test.ts', '%s keeps its sense and loses the rest']],
  },
  {
    rule: 'R13',
    says: 'Empty text counts as empty, other types are refused',
    tests: [
      ['src/content/news/admin-api.test.ts', 'takes %j as an empty article'],
      ['src/content/features/admin-api.test.ts', 'a place that does not belong together answers 422'],
    ],
  },
  {
    rule: 'R15',
    says: "Rich text can't pretend to be the page around it",
    tests: [['src/cms/rich-text/clean.unit.test.ts', '%s becomes %s']],
    missing: 'that an article stays in its box',
  },
  {
    rule: 'R16',
    says: 'What is imported makes the server fetch nothing inside',
    tests: [
      ['src/cli/import-site.test.ts', 'what answers otherwise comes too'],
      ['test/attacks/outbound.test.ts', 'SSRF: import-site'],
    ],
  },
  {
    rule: 'R18',
    says: 'Titles are escaped right wherever they stand',
    tests: [
      ['src/site/structured/structured.test.ts', 'no text ends the element that it stands in'],
      ['src/site/feeds/feeds.test.ts', 'has every piece of news with its article'],
    ],
  },
  {
    rule: 'R19',
    says: 'No page turns text into markup',
    tests: [['src/platform/http/answers.test.ts', 'a page lets no HTML come from text']],
    missing: 'what a page shows where its policy is missing',
  },
  {
    rule: 'L01',
    says: 'Links with a scheme that runs are refused and never rendered',
    tests: [
      ['test/helpers/list-kind.ts', 'answers 422 at %s alone for a wrong value'],
      ['src/api/youtube.unit.test.ts', '%s shows none'],
      ['test/journeys/videos.test.ts', 'an address that is no YouTube video'],
    ],
  },
  {
    rule: 'L02',
    says: "A film comes from YouTube's own hosts only",
    tests: [
      ['src/api/youtube.unit.test.ts', '%s shows none'],
      ['src/content/videos/admin-api.test.ts', 'an address that the record holds already'],
    ],
  },
  {
    rule: 'L04',
    says: 'A bad link that is stored already is shown without a player',
    tests: [['test/journeys/videos.test.ts', 'an address that is no YouTube video']],
  },
  {
    rule: 'L05',
    says: 'A player is sandboxed, named and loads when it is pressed',
    tests: [
      ['test/journeys/videos.test.ts', 'a video is played in its place'],
      ['test/journeys/videos.test.ts', 'nothing is asked of YouTube before'],
    ],
  },
  {
    rule: 'L07',
    says: 'A download is an https address or an own file',
    tests: [
      ['test/helpers/list-kind.ts', 'answers 422 at %s alone for a wrong value'],
      ['src/content/downloads/admin-api.test.ts', 'stores a file; a form names it'],
    ],
  },
  {
    rule: 'L08',
    says: 'The server calls no address inside',
    tests: [
      ['src/integrations/call.unit.test.ts', 'goes to no address inside'],
      ['src/platform/outbound.unit.test.ts', 'leads to public addresses only'],
      ['test/attacks/outbound.test.ts', 'SSRF: mail server'],
    ],
    missing: 'that the whole suite calls nothing outside',
  },
  {
    rule: 'L10',
    says: 'Calls to others follow no redirect and end in time and size',
    tests: [
      ['src/integrations/call.unit.test.ts', 'follows no redirect'],
      ['src/integrations/call.unit.test.ts', 'takes an answer up to its limit'],
      ['src/integrations/call.unit.test.ts', 'ends at its time'],
    ],
  },
  {
    rule: 'L11',
    says: 'After signing in one stays on this site',
    tests: [
      ['test/attacks/paths.test.ts', 'return after sign-in'],
      ['test/journeys/admin/sign-in.test.ts', 'never leads to another site'],
    ],
  },
  {
    rule: 'L13',
    says: 'The office sends its token to no other origin',
    tests: [],
    missing: "the check in the office's calls has no test",
  },
  {
    rule: 'L14',
    says: 'A stored picture of another host is not shown',
    tests: [],
    missing: 'rows hold keys of pictures, no addresses; no test says so',
  },
  {
    rule: 'M02',
    says: 'A mail goes to exactly one address',
    tests: [
      ['src/leads/requests/refusals.test.ts', 'the address %j is refused'],
      ['src/mail/sender.test.ts', 'is refused before it is written'],
    ],
  },
  {
    rule: 'M03',
    says: 'A quoted address is refused, and the receiver is the one stored',
    tests: [
      ['src/leads/requests/refusals.test.ts', 'the address %j is refused'],
      ['src/platform/settings/mail-settings.unit.test.ts', '%j is not exactly one'],
      ['src/mail/sender.test.ts', 'is sent as it was rendered, from us'],
    ],
  },
  {
    rule: 'M05',
    says: "A visitor's words make no advertisement of our mail",
    tests: [
      ['src/leads/demo-access/mails.test.ts', 'brings no address, markup, header or placeholder'],
      ['src/leads/demo-access/mails.test.ts', 'stays out of the subject'],
    ],
  },
  {
    rule: 'M06',
    says: 'No input reaches files or headers of a mail',
    tests: [['src/mail/sender.test.ts', 'has no way to smuggle a header in']],
    missing: 'attachments and options of the library',
  },
  {
    rule: 'M08',
    says: 'A mail server in trouble delays mails, and loses none',
    tests: [
      ['src/mail/sender.test.ts', 'mails wait untouched, staff learn why'],
      ['src/mail/sender.test.ts', 'a hanging conversation holds up no other mail'],
      ['src/mail/smtp-session.unit.test.ts', 'is refused where nobody vouches for the certificate'],
    ],
  },
  {
    rule: 'M09',
    says: 'A killed sender sends once by its message id',
    tests: [
      ['src/mail/several-senders.test.ts', 'take over what a killed one left'],
      ['test/faults/mail.test.ts', 'whoever was told that a mail comes gets it'],
    ],
  },
  {
    rule: 'M11',
    says: 'A mail that always fails holds up none behind it',
    tests: [['src/mail/sender.test.ts', 'failures without end: given up after the last wait']],
  },
  {
    rule: 'M12',
    says: 'A mail whose request was rolled back is never sent',
    tests: [['src/mail/sender.test.ts', 'is never there when its transaction did not happen']],
  },
  {
    rule: 'M14',
    says: 'A mail without an answer after its final dot is unclear',
    tests: [
      ['src/mail/sender.test.ts', 'after the final dot: unclear'],
      ['src/leads/inbox/mail/mail-state.test.ts', 'a mail without an answer after its final dot'],
    ],
    deviation: "it isn't sent again by itself: staff decide",
  },
  {
    rule: 'M15',
    says: 'Mails that waited go out, the oldest first',
    tests: [['src/mail/several-senders.test.ts', 'take first what waits longest']],
    missing: '10,000 mails after six hours',
  },
  {
    rule: 'M17',
    says: 'Mails come from us and ask machines not to answer',
    tests: [
      ['src/mail/sender.test.ts', 'is sent as it was rendered, from us'],
      ['src/leads/notifications/mails.test.ts', 'the visitor is only whom an answer reaches'],
    ],
  },
  {
    rule: 'M18',
    says: 'A restored store mails nobody before somebody confirms it',
    tests: [
      ['src/mail/several-senders.test.ts', 'sends nothing until somebody confirms it'],
      ['test/faults/backup.test.ts', 'has all that was acknowledged before'],
    ],
  },
  {
    rule: 'E02',
    says: 'An export of Bengali opens right in a spreadsheet',
    tests: [
      ['src/leads/inbox/export.test.ts', 'answers CSV in UTF-8 with a BOM'],
      ['src/leads/inbox/export.test.ts', 'XLSX has the same rows'],
    ],
  },
  {
    rule: 'E03',
    says: 'A long export comes in pieces and leaves memory to others',
    tests: [
      ['src/leads/inbox/export.test.ts', 'a long list comes in pieces'],
      ['test/faults/mixed-load.test.ts', 'leads are written at once'],
      ['test/faults/year.test.ts', 'exports of the whole activity'],
    ],
    missing: '100,000 rows in one snapshot',
  },
  {
    rule: 'E05',
    says: 'An export needs a session and is stored nowhere',
    tests: [
      ['src/leads/inbox/export.test.ts', 'answers CSV in UTF-8 with a BOM'],
      ['src/rights.test.ts', 'by a request > %s is for %s'],
    ],
  },
  {
    rule: 'E06',
    says: 'An export takes known columns and filters only',
    tests: [['src/leads/inbox/export.test.ts', '422 > %s: %s']],
  },
  {
    rule: 'E08',
    says: 'Who exported what is written down',
    tests: [['src/leads/inbox/export.test.ts', 'the audit tells who took how many']],
  },
  {
    rule: 'H01',
    says: 'Every answer has the headers that protect it',
    tests: [
      ['src/platform/http/answers.test.ts', 'with every header and a message in JSON'],
      ['src/platform/http/answers.test.ts', 'a 422 has every header'],
      ['src/platform/http/answers.test.ts', 'answers 304 to the ETag it gave'],
    ],
    missing: '401, 403, 500 and 503, walked over every route',
  },
  {
    rule: 'H03',
    says: 'Answers say their type and charset',
    tests: [
      ['src/platform/http/answers.test.ts', 'answers JSON, the same a second time'],
      ['src/platform/http/answers.test.ts', 'with every header and a message in JSON'],
    ],
  },
  {
    rule: 'H04',
    says: 'Nothing tells versions or files of the server',
    tests: [
      ['src/platform/http/answers.test.ts', 'GET %s is a 404'],
      ['src/platform/http/answers.test.ts', 'with every header and a message in JSON'],
      ['test/attacks/paths.test.ts', 'path tricks'],
    ],
  },
  {
    rule: 'H06',
    says: "Other sites can't probe what staff see",
    tests: [
      ['src/platform/http/answers.test.ts', 'answers JSON, the same a second time'],
      ['src/platform/session/guard.test.ts', 'needs no CSRF token, and refuses foreign pages'],
    ],
    missing: 'reads of admin addresses from foreign pages',
  },
  {
    rule: 'H07',
    says: 'Calls without TLS are refused, pages are led to TLS',
    tests: [
      ['test/delivery/behind-proxies.test.ts', 'a call without TLS is refused'],
      ['test/delivery/behind-proxies.test.ts', 'pages come by TLS and HTTP/2'],
    ],
  },
  {
    rule: 'H09',
    says: 'Unknown headers change no byte of a public answer',
    tests: [
      ['src/platform/http/cached-answers.test.ts', 'change no byte, fresh or from the cache'],
      ['src/platform/http/cached-answers.test.ts', 'another Host changes no byte either'],
    ],
    missing: '200 headers; 46 are tried',
  },
  {
    rule: 'H10',
    says: 'Odd parameters fill no cache',
    tests: [
      ['src/platform/http/cached-answers.test.ts', 'make no answer of their own'],
      ['src/platform/cache/answer-cache.unit.test.ts', 'the cache is bounded'],
    ],
  },
  {
    rule: 'H12',
    says: 'After signing out nothing of it is left in the browser',
    tests: [
      ['src/admin/routes.test.ts', 'answers the shell, which is kept nowhere'],
      ['test/journeys/admin/sign-in.test.ts', 'ends with a sign-out in the first one'],
    ],
    missing: 'the back button',
  },
  {
    rule: 'H13',
    says: 'A session changes no public answer',
    tests: [
      ['src/platform/http/cached-answers.test.ts', 'change no byte, fresh or from the cache'],
      ['src/platform/http/cached-answers.test.ts', 'carries the same bytes, and answers 304'],
    ],
    missing: 'a session that lives',
  },
  {
    rule: 'H15',
    says: 'Forwarded addresses count only from a named proxy',
    tests: [
      ['src/leads/requests/rate-limits.test.ts', 'what a visitor puts in front of the chain'],
      ['src/leads/requests/rate-limits.test.ts', 'another peer is not believed'],
      ['src/platform/networks.unit.test.ts', 'of the chain %j is believed %j'],
    ],
  },
  {
    rule: 'H16',
    says: 'Conditional requests are answered right, never with a fault',
    tests: [
      ['src/platform/http/answers.test.ts', 'answers 304 to the ETag it gave'],
      ['src/platform/http/cached-answers.test.ts', 'change no byte, fresh or from the cache'],
    ],
  },
  {
    rule: 'H18',
    says: 'Odd encodings are ignored',
    tests: [['src/platform/http/cached-answers.test.ts', 'Accept-Encoding: %s is answered with %s']],
    missing: 'that no answer compresses a secret beside what a client sent',
  },
  {
    rule: 'D01',
    says: 'A flood of demo requests is limited by network and address',
    tests: [
      ['src/leads/requests/rate-limits.test.ts', 'is 5 in 10 minutes'],
      ['src/leads/requests/rate-limits.test.ts', 'is 3 a day, from whatever networks'],
      ['src/leads/requests/rate-limits.test.ts', 'whatever is proved after 2,000 in an hour'],
    ],
    missing: '1,000 a second while the site stays quick',
    deviation: 'beyond 2,000 an hour requests are kept and their mails held, not refused',
  },
  {
    rule: 'D03',
    says: 'A flood of sign-ins is refused, and a known browser still signs in',
    tests: [
      ['src/auth/sign-in/api.test.ts', 'beyond the queue answers 503'],
      ['src/auth/sign-in/limits.test.ts', 'strangers who fill the queue'],
    ],
    missing: '1,000 a second for two minutes',
  },
  {
    rule: 'D04',
    says: 'Limits of a million strangers take bounded memory',
    tests: [],
    missing: 'that memory, and which way limits fail',
  },
  {
    rule: 'D06',
    says: 'Many first requests of a page make it once',
    tests: [
      ['src/platform/http/cached-answers.test.ts', '50 first requests of %s at once make it once'],
      ['src/platform/cache/answer-cache.unit.test.ts', 'is made once, however many ask'],
    ],
  },
  {
    rule: 'D07',
    says: 'Missing addresses are cheap',
    tests: [
      ['src/platform/http/error-pages.test.ts', 'the page of an error is drawn once'],
      ['src/platform/http/error-pages.test.ts', 'counts in the limit of a network'],
    ],
    missing: 'that an unknown path asks the database nothing',
  },
  {
    rule: 'D09',
    says: 'A feature with very many parts stays quick',
    tests: [],
    missing: '1,000 categories of 100 parts',
  },
  {
    rule: 'D10',
    says: 'Keys meant to collide are refused by their number',
    tests: [
      ['src/platform/http/json-body.unit.test.ts', 'may have 2000 keys in all'],
      ['src/platform/http/describe-calls.test.ts', 'no parameter of a query causes a fault'],
    ],
    missing: '100,000 keys of a query',
  },
  {
    rule: 'D12',
    says: 'A process that is held up sheds load and recovers',
    tests: [['src/platform/semaphore.unit.test.ts', 'W08: a process that was held up']],
    deviation: 'nobody is refused for that alone (W08)',
  },
  {
    rule: 'D13',
    says: 'After a flood all is as before',
    tests: [
      ['src/platform/http/limits/lanes.test.ts', 'a flood of searches shuts out neither staff'],
      ['src/platform/http/limits/connections.test.ts', 'who leaves makes room'],
    ],
    missing: 'normal times within 5 s',
  },
  {
    rule: 'D15',
    says: 'Health checks are cheap and ask no mail server',
    tests: [
      ['src/platform/http/answers.test.ts', '/healthz and /readyz say one word'],
      ['test/faults/mixed-load.test.ts', 'W09: 300 who ask for more'],
    ],
    missing: '2,000 a second, and one query for all',
  },
  {
    rule: 'D16',
    says: 'Many refusals are few lines of the log',
    tests: [
      ['src/platform/metrics/sampled-log.unit.test.ts', 'the first line of a kind is written at once'],
      ['test/faults/log.test.ts', 'are a line or two, and no fault'],
    ],
  },
  {
    rule: 'D18',
    says: 'Slow readers of large files take bounded memory',
    tests: [],
    missing: '500 of them',
  },
  {
    rule: 'B01',
    says: 'Without its database the server starts, and is ready once that comes',
    tests: [['test/faults/database-away.test.ts', 'started before its database']],
  },
  {
    rule: 'B03',
    says: 'While the database is away ready pages go on',
    tests: [
      ['src/platform/cache/answer-cache.unit.test.ts', 'the last good answer stands in'],
      ['test/faults/database-away.test.ts', 'ready answers go on, the rest is a 503'],
    ],
  },
  {
    rule: 'B04',
    says: 'A demo request while the server fails is kept and sent again',
    tests: [
      ['test/journeys/demo-form-trouble.test.ts', '%s: the form says so, keeps the text, and tries again'],
      ['test/journeys/demo-form-trouble.test.ts', 'an answer that is lost on the way'],
    ],
  },
  {
    rule: 'B06',
    says: 'A write whose answer was lost is there once',
    tests: [
      ['src/leads/requests/deduplication.test.ts', 'is answered as before, hours later too'],
      ['src/cms/collections/create-once.test.ts', 'makes one record and answers it'],
      ['test/faults/database-faults.test.ts', 'pages go on, and nothing acknowledged is lost'],
    ],
  },
  {
    rule: 'B07',
    says: 'A locked or slow database costs a 503, not the pages',
    tests: [['test/faults/database-locked.test.ts', 'a write is a 503 and leaves nothing']],
  },
  {
    rule: 'B09',
    says: 'Writes in another order wait instead of failing',
    tests: [
      ['src/leads/inbox/bulk.test.ts', 'two that change the same leads in another order'],
      ['src/leads/inbox/erasing.test.ts', 'waits for who changes them'],
    ],
    missing: 'that a deadlock is tried again, then a 409 or 503',
  },
  {
    rule: 'B10',
    says: 'A broken rule of the database is a 409 or 422',
    tests: [
      ['src/cms/collections/create-once.test.ts', 'a value that must be different'],
      ['src/auth/profile/api.test.ts', 'answers 422 to an address that another account has'],
      ['src/content/packages/admin-api.test.ts', 'of a deletion and a new package at once'],
    ],
  },
  {
    rule: 'B12',
    says: 'A full database refuses writes and shows pages',
    tests: [['test/faults/no-space.test.ts', 'a write is a 507 that leaves nothing']],
    missing: 'no connections or no memory left',
  },
  {
    rule: 'B13',
    says: 'A silent line to the database is noticed',
    tests: [['test/faults/database-away.test.ts', 'ready answers go on, the rest is a 503']],
    missing: 'lost packets; 200 ms of delay is in chaos alone',
  },
  {
    rule: 'B15',
    says: 'Another clock of the database signs nobody out',
    tests: [
      ['src/mail/sender.test.ts', 'leaves at once, also after the clock was set back'],
      ['test/faults/clock.test.ts', 'back and forth: pages, writes and mails go on'],
    ],
    missing: 'sessions and limits, a day off',
  },
  {
    rule: 'B16',
    says: 'A damaged table costs its own screens alone',
    tests: [],
    missing: 'a damaged index or table',
  },
  {
    rule: 'F02',
    says: 'When a full disk has room again all works without a restart',
    tests: [
      ['test/faults/disk.test.ts', 'full: writes are a 507'],
      ['test/faults/no-space.test.ts', 'a write is a 507 that leaves nothing'],
    ],
  },
  {
    rule: 'F03',
    says: 'A data folder that is gone or closed stops writes, not reads',
    tests: [
      ['src/platform/data-folder.test.ts', 'nothing is acknowledged, reads go on'],
      ['test/faults/disk.test.ts', 'A data folder that may not be read'],
    ],
  },
  {
    rule: 'F05',
    says: 'A write that ends in its middle leaves nothing',
    tests: [['test/faults/no-space.test.ts', 'An upload for which the disk has no room']],
    missing: 'too many open files',
  },
  {
    rule: 'F06',
    says: 'A log that takes nothing stops nobody',
    tests: [],
    missing: 'standard output that is closed, full or slow',
  },
  {
    rule: 'F08',
    says: 'A disk without inodes counts as full',
    tests: [],
    missing: 'that case',
  },
  {
    rule: 'K01',
    says: 'A kill in any write leaves all or nothing',
    tests: [['test/faults/kill.test.ts', 'under writes of every kind']],
  },
  {
    rule: 'K03',
    says: 'A kill while a picture is replaced leaves the old or the new one',
    tests: [['test/faults/kill.test.ts', 'under writes of every kind']],
  },
  {
    rule: 'K04',
    says: 'A kill while something is deleted leaves no row without its file',
    tests: [
      ['test/faults/kill.test.ts', 'under writes of every kind'],
      ['src/admin/pictures/sweep-pictures.test.ts', 'pictures of records and of texts stay'],
    ],
    missing: 'a deletion',
  },
  {
    rule: 'K06',
    says: 'A kill at any step of a mail loses and doubles none',
    tests: [
      ['src/mail/several-senders.test.ts', 'take over what a killed one left'],
      ['test/faults/mail.test.ts', 'whoever was told that a mail comes gets it'],
    ],
  },
  {
    rule: 'K07',
    says: 'A worker that dies costs its own request',
    tests: [['src/cms/pictures/refused-pictures.test.ts', 'a decoder that dies takes its own picture along']],
    missing: 'the worker of rich text',
  },
  {
    rule: 'K09',
    says: 'A kill while tables are made is mended by the next start',
    tests: [['test/faults/kill.test.ts', 'during first starts']],
    missing: 'an update that is killed at each statement',
  },
  {
    rule: 'K10',
    says: "A killed backup or restore is in nobody's way",
    tests: [
      ['test/faults/backup.test.ts', 'what killed backups left is gone'],
      ['test/faults/backup.test.ts', 'a restore that is killed is done, or can be done again'],
    ],
  },
  {
    rule: 'K12',
    says: 'Program and database killed together lose nothing',
    tests: [['test/faults/database-faults.test.ts', 'pages go on, and nothing acknowledged is lost']],
    missing: 'both at once',
  },
  {
    rule: 'K13',
    says: 'Kills under load lose and double nothing that was acknowledged',
    tests: [['test/faults/kill.test.ts', 'under writes of every kind']],
    missing: '1,000 kills; two in each run, 120 in chaos',
  },
  {
    rule: 'K15',
    says: 'A broken-off update leaves one whole version',
    tests: [['test/delivery/archive.test.ts', 'updates itself, goes back where the new version is never ready']],
  },
  {
    rule: 'K16',
    says: 'A power cut loses nothing that was acknowledged',
    tests: [
      ['test/faults/power-cut.test.ts', 'right after an answer loses nothing'],
      ['test/faults/failed-sync.test.ts', 'W01: a sync of the log fails once'],
    ],
    missing: '10,000 cuts',
  },
  {
    rule: 'S02',
    says: 'A body that never ends is cut with a 408',
    tests: [
      ['test/faults/slow-and-closing.test.ts', 'headers that never end are cut after 10 s'],
      ['test/faults/slow-and-closing.test.ts', '200 of them, a byte at a time'],
      ['test/attacks/load.test.ts', 'slow sockets'],
    ],
  },
  {
    rule: 'S03',
    says: 'A reader who takes nothing is cut off',
    tests: [],
    missing: 'a reader without progress',
  },
  {
    rule: 'S05',
    says: 'Requests in a row on one socket are answered in order',
    tests: [],
    missing: '1,000 of them',
  },
  {
    rule: 'S06',
    says: 'Clients that break off leave nothing open',
    tests: [
      ['src/content/downloads/uploads.test.ts', 'because a phone broke off is no fault'],
      ['src/platform/http/limits/connections.test.ts', 'who leaves makes room'],
      ['test/faults/mixed-load.test.ts', 'memory and descriptors stay'],
    ],
  },
  {
    rule: 'S08',
    says: 'The demo form works on a bad line',
    tests: [
      ['test/journeys/demo-form-trouble.test.ts', 'without a network the form keeps the text'],
      ['test/journeys/weak-phone.test.ts', 'by touch on a weak phone and line'],
    ],
    missing: '1 KiB a second with losses',
  },
  {
    rule: 'T01',
    says: 'Before all is ready readiness is a 503',
    tests: [
      ['src/auth/revoke-access.test.ts', 'end before the first request is answered'],
      ['test/faults/database-away.test.ts', 'started before its database'],
    ],
  },
  {
    rule: 'T03',
    says: 'A process that stands still is not alive',
    tests: [],
    missing: 'liveness during a stall',
  },
  {
    rule: 'T04',
    says: 'Health answers one word',
    tests: [['src/platform/http/answers.test.ts', '/healthz and /readyz say one word']],
  },
  {
    rule: 'T06',
    says: 'A stop lets what runs finish, or cuts it in time',
    tests: [
      ['test/faults/slow-and-closing.test.ts', 'lets the request that runs finish'],
      ['src/platform/jobs/worker.test.ts', 'begins nothing more, and cuts off'],
    ],
    missing: 'an upload or export of a minute',
  },
  {
    rule: 'T07',
    says: 'A second signal ends at once',
    tests: [['test/faults/slow-and-closing.test.ts', 'a second time within a second changes nothing']],
    missing: 'SIGHUP, SIGPIPE and SIGUSR2',
  },
  {
    rule: 'T09',
    says: 'Instances that start together make the tables once',
    tests: [
      ['src/stores.test.ts', 'an instance waits while another one brings'],
      ['test/faults/racing-starts.test.ts', 'first ones at once'],
      ['test/faults/racing-starts.test.ts', 'at once on a store of version 0.1'],
    ],
    missing: '100 times',
  },
  {
    rule: 'T10',
    says: 'Two versions can work on one store',
    tests: [],
    missing: 'a version and the one before, at once',
  },
  {
    rule: 'T12',
    says: 'An update locks no table for long',
    tests: [['src/stores.test.ts', 'stay as they were where another program holds them']],
    missing: 'an update of a million rows',
  },
  {
    rule: 'T13',
    says: 'Content from before is shown the same by a new version',
    tests: [['src/stores.test.ts', 'has the tables of a fresh one']],
    missing: 'pages of both versions compared',
  },
  {
    rule: 'X01',
    says: 'A backup under writes is one whole moment',
    tests: [['test/faults/backup.test.ts', 'has all that was acknowledged before']],
  },
  {
    rule: 'X02',
    says: 'A restore into an empty place gives the same store',
    tests: [
      ['src/cli/hourly-backup.test.ts', 'store only what is new, and restore to the same'],
      ['test/faults/backup.test.ts', 'has all that was acknowledged before'],
    ],
  },
  {
    rule: 'X04',
    says: 'A restore never fills a place that has something',
    tests: [['test/faults/backup.test.ts', 'a place that is not empty, or has another secret']],
    deviation: 'there is no force: one empties the place oneself',
  },
  {
    rule: 'X05',
    says: 'A backup of an older version can be restored',
    tests: [['src/stores.test.ts', 'has the tables of a fresh one']],
    missing: 'the backup itself, by a newer version',
  },
  {
    rule: 'X07',
    says: 'A failed backup is told and harms no older one',
    tests: [
      ['src/admin/upkeep/troubles.test.ts', 'a failing backup: each owner is mailed once'],
      ['src/cli/hourly-backup.test.ts', 'they go to a bucket too'],
      ['test/faults/backup.test.ts', 'never takes the place of another file'],
    ],
  },
  {
    rule: 'X08',
    says: 'Old backups go, the newest ones stay',
    tests: [['src/cli/hourly-backup.test.ts', '48 hours and the last of 14 days are kept']],
    deviation: '48 hours and 14 days, in place of weeks and months',
  },
  {
    rule: 'X10',
    says: 'A store can be put back to a moment',
    tests: [],
    missing: 'between two hourly backups',
  },
  {
    rule: 'X11',
    says: 'A deleted record comes back within 30 days',
    tests: [['test/helpers/list-kind.ts', 'a deleted record lies in the trash for 30 days']],
  },
  {
    rule: 'N01',
    says: 'Of two edits of one version the second is told, and keeps its text',
    tests: [
      ['test/helpers/list-kind.ts', 'answers 409 with the record as it is now'],
      ['src/cms/collections/merge.test.ts', 'of one field that both changed nothing is saved'],
      ['test/journeys/admin/two-people.test.ts', 'of one field both texts are shown'],
    ],
  },
  {
    rule: 'N02',
    says: 'A client that sends no version overwrites, and the older text is kept',
    tests: [
      ['src/auth/profile/api.test.ts', 'answers 409 with the record to an edit'],
      ['src/cms/versions/drafts.test.ts', 'Versions > are kept with every save'],
    ],
    missing: 'that both are told',
  },
  {
    rule: 'N04',
    says: 'A create that is sent twice makes one record',
    tests: [
      ['src/cms/collections/create-once.test.ts', 'of ten at once one makes the record'],
      ['src/cms/collections/create-once.test.ts', 'the key with another body is a 422'],
      ['src/cms/collections/idempotency-key.test.ts', 'every POST that describes an Idempotency-Key'],
    ],
  },
  {
    rule: 'N05',
    says: 'Many first saves at once leave one row',
    tests: [['src/content/settings/api.test.ts', 'two first writes at once: one is written']],
    deviation: 'of About each create is a text of its own',
  },
  {
    rule: 'N07',
    says: "What is in use can't be deleted",
    tests: [
      ['src/content/features/admin-api.test.ts', 'what is in use is not deleted'],
      ['src/content/packages/admin-api.test.ts', 'of a deletion and a new package at once'],
    ],
  },
  {
    rule: 'N08',
    says: 'A picture that two records show stays while one of them does',
    tests: [
      ['src/cms/pictures/pictures.test.ts', 'is kept once, however often it comes'],
      ['src/admin/pictures/library.test.ts', 'the same file again does so too'],
    ],
    missing: 'one deletes while the other begins to show it',
  },
  {
    rule: 'N10',
    says: 'Many switches of a status end in the last one',
    tests: [['src/cms/collections/bulk.test.ts', 'several people rename, arrange, hide and restore']],
    missing: 'that the audit has them all',
  },
  {
    rule: 'N11',
    says: 'A sign-in that races with a new password gets no session',
    tests: [['src/auth/profile/api.test.ts', 'no session of the old password outlives it']],
    missing: '10,000 runs; five are made',
  },
  {
    rule: 'N13',
    says: 'Limits are exact for parallel requests',
    tests: [
      ['src/auth/sign-in/limits.test.ts', 'parallel guesses get no more attempts than five'],
      ['src/leads/requests/rate-limits.test.ts', 'holds for parallel requests'],
    ],
  },
  {
    rule: 'N14',
    says: 'A page past the end is empty and leads back',
    tests: [
      ['src/content/news/api.test.ts', 'past the end, answers empty data'],
      ['test/journeys/admin/list-tools.test.ts', 'the one before is shown'],
    ],
  },
  {
    rule: 'I02',
    says: 'A cut line between instances hides no change',
    tests: [
      ['src/platform/cache/changes.test.ts', 'whose listener was cut off'],
      ['test/faults/instances.test.ts', 'what one acknowledged the others show at once'],
    ],
  },
  {
    rule: 'I03',
    says: 'Staff see their own edit on whichever instance',
    tests: [['test/faults/instances.test.ts', 'what one acknowledged the others show at once']],
    missing: 'the lists of the office',
  },
  {
    rule: 'I05',
    says: 'What was hidden on one instance is gone on all',
    tests: [
      ['src/platform/cache/changes.test.ts', 'a write on one is seen on the other'],
      ['src/content/redirects/api.test.ts', 'on another instance works at once'],
      ['src/site/search/search.test.ts', 'one instance finds what another has written'],
    ],
  },
  {
    rule: 'I06',
    says: 'A session ended on one instance is dead on all',
    tests: [['src/auth/sign-in/api.test.ts', 'ends the token at once, on every instance']],
  },
  {
    rule: 'I08',
    says: 'Caches of two releases never mix',
    tests: [],
    missing: 'caches are of one process and named by no release; no test says so',
  },
  {
    rule: 'I09',
    says: 'Instances with other clocks agree',
    tests: [],
    missing: 'clocks five minutes apart',
  },
  {
    rule: 'P01',
    says: 'Secrets appear in no log, record or answer',
    tests: [
      ['src/auth/log.test.ts', 'the log tells every security event once'],
      ['src/auth/tokens/api.test.ts', 'is masked in the log'],
      ['src/leads/demo-access/api.test.ts', 'keeps the password encrypted, and out of history'],
    ],
    missing: 'one sweep for all secrets after the whole run',
  },
  {
    rule: 'P02',
    says: 'A line of the log is one line whatever was sent',
    tests: [['src/auth/log.test.ts', 'the log tells every security event once']],
    missing: 'signs of a terminal, and a header of 1 MiB',
  },
  {
    rule: 'P04',
    says: "Every security event is logged once, and the audit can't be changed",
    tests: [
      ['src/auth/log.test.ts', 'the log tells every security event once'],
      ['src/auth/profile/api.test.ts', 'the audit can not be changed'],
    ],
    missing: 'every event; those of accounts are tried',
  },
  {
    rule: 'P05',
    says: 'A person can be erased, and old leads go by a rule',
    tests: [
      ['src/leads/inbox/erasing.test.ts', 'removes every trace of a person'],
      ['src/leads/inbox/erasing.test.ts', 'retention erases what was won, lost or spam'],
    ],
    deviation: 'without a rule nothing is erased',
  },
  {
    rule: 'P07',
    says: 'Hostile values are only text in Activity',
    tests: [['test/faults/hostile-texts.test.ts', 'no text of anybody runs']],
  },
  {
    rule: 'P08',
    says: 'Hostile names are only text in every screen',
    tests: [
      ['test/faults/hostile-texts.test.ts', 'no text of anybody runs'],
      ['test/attacks/markup.test.ts', 'stored XSS: vectors × sinks × pages'],
    ],
  },
  {
    rule: 'Q02',
    says: 'No address shows memory, environment or files',
    tests: [
      ['src/platform/http/answers.test.ts', 'GET %s is a 404'],
      ['test/attacks/paths.test.ts', 'path tricks'],
    ],
  },
  {
    rule: 'Q03',
    says: 'Packages come from the lock file, and none runs a script',
    tests: [['test/delivery/install.test.ts', 'none of their scripts is run']],
    missing: 'at most 60 packages, each with its reason',
  },
  {
    rule: 'Q05',
    says: 'The bundle holds no secrets, maps or hooks of tests',
    tests: [],
    missing: 'a scan of what is built',
  },
  {
    rule: 'Q06',
    says: "Code can't evaluate text or write markup",
    tests: [],
    missing: 'lint refuses both; nothing watches processes, fetch and raw SQL',
  },
  {
    rule: 'Q08',
    says: 'An old Node is refused',
    tests: [['test/delivery/archive.test.ts', 'says which Node it needs']],
    missing: 'flags that weaken it',
  },
  {
    rule: 'W01',
    says: 'After a failed sync writes stop, and a power cut loses nothing',
    tests: [
      ['test/faults/failed-sync.test.ts', 'W01: a sync of the log fails once'],
      ['test/faults/failed-sync.test.ts', 'While all syncs fail writes are a 503'],
    ],
    missing: '200 points; four in each run',
  },
  {
    rule: 'W02',
    says: 'A thin volume that runs out loses nothing',
    tests: [['test/faults/failed-sync.test.ts', 'W02: ext4 on a thin volume']],
  },
  {
    rule: 'W03',
    says: 'A slow mail server gets one copy, and no other mail waits',
    tests: [
      ['test/field/mail/servers.test.ts', 'that answers at %s within the limit'],
      ['test/field/mail/servers.test.ts', 'that does after the final dot'],
      ['test/field/mail/servers.test.ts', 'holds up nobody'],
    ],
  },
  {
    rule: 'W04',
    says: 'Faults of the mail server are blamed on no address',
    tests: [
      ['test/field/mail/servers.test.ts', 'mails wait without losing an attempt'],
      ['test/field/mail/servers.test.ts', 'bounced at once, and nobody waits'],
      ['src/admin/upkeep/troubles.test.ts', 'a mail server that is away'],
    ],
  },
  {
    rule: 'W05',
    says: 'An answer that is not ours is never a success',
    tests: [
      ['test/journeys/demo-form-trouble.test.ts', 'what is not our answer is no success'],
      ['test/journeys/demo-form-trouble.test.ts', 'a token of somebody else is not taken'],
      ['test/journeys/admin/foreign-answers.test.ts', 'to a write keeps the text'],
    ],
  },
  {
    rule: 'W06',
    says: 'The form opens offline and is sent later, once',
    tests: [
      ['test/journeys/offline.test.ts', 'though the network went before it was touched'],
      ['test/journeys/offline.test.ts', 'without a worker the form loads ahead'],
      ['test/journeys/offline.test.ts', 'comes back filled in, and is sent later, once'],
    ],
  },
  {
    rule: 'W07',
    says: 'Old browsers show the site and send the form',
    tests: [
      ['test/field/public-site.test.ts', 'In Chromium 92 > $name'],
      ['test/field/baseline-scripts.test.ts', 'nothing that the oldest browsers lack'],
      ['test/field/baseline-styles.test.ts', 'nothing that a browser of the baseline lacks'],
    ],
    missing: 'Chrome 87, Safari 14 and Firefox 78 themselves',
  },
  {
    rule: 'W08',
    says: 'Nobody is refused because the process was held up',
    tests: [
      ['src/platform/semaphore.unit.test.ts', 'W08: a process that was held up'],
      ['test/faults/held-up.test.ts', 'W08: while the process is held up'],
    ],
  },
  {
    rule: 'W09',
    says: 'A crowd keeps neither staff nor health checks waiting',
    tests: [
      ['src/platform/http/limits/lanes.test.ts', 'a flood of searches shuts out neither staff'],
      ['test/faults/mixed-load.test.ts', 'W09: 300 who ask for more'],
    ],
  },
  {
    rule: 'W10',
    says: 'The counts of an import add up to the rows of its file',
    tests: [
      ['test/field/import/import.test.ts', 'Every row of a file is counted (W10) > %s'],
      ['test/field/import/import.test.ts', 'the last word of an import'],
      ['test/field/import/import.test.ts', 'What hides rows is an error that names the line (W10) > %s'],
    ],
  },
  {
    rule: 'W11',
    says: 'Large changes hold nobody up, and a killed import shows nothing',
    tests: [
      ['src/platform/database/batches.test.ts', 'go at most 500 at a time'],
      ['src/leads/inbox/imported.test.ts', 'that is killed nothing is ever seen'],
      ['src/leads/inbox/imported.test.ts', 'whose taking back was killed'],
    ],
  },
  {
    rule: 'W12',
    says: 'A restore or backup that was killed can be run again',
    tests: [
      ['test/faults/backup.test.ts', 'a restore that is killed is done, or can be done again'],
      ['test/faults/backup.test.ts', 'what killed backups left is gone'],
      ['test/faults/backup.test.ts', 'an hourly backup that is killed'],
    ],
  },
  {
    rule: 'W13',
    says: 'Who steals a session and changes the mail server gains no account',
    tests: [
      ['src/mail/take-over.test.ts', 'gets neither the account of another owner'],
      ['src/mail/take-over.test.ts', 'an hour later links leave again'],
      ['src/mail/take-over.test.ts', 'several changes are put back'],
    ],
  },
  {
    rule: 'W14',
    says: "No address that people enter leads inside, and others' words are not shown",
    tests: [
      ['src/mail/outbound.test.ts', 'reaches this machine and the network around it by no spelling'],
      ['src/mail/outbound.test.ts', 'names a class, and never what the other side said'],
      ['src/platform/outbound.unit.test.ts', 'leads to public addresses only'],
    ],
  },
  {
    rule: 'W15',
    says: 'A tampered update is refused before anything is written',
    tests: [
      ['test/attacks/files.test.ts', 'update archives'],
      ['test/delivery/update.test.ts', 'takes none of the hostile archives'],
    ],
  },
  {
    rule: 'W16',
    says: 'Unsaved text and tokens are left to nobody else',
    tests: [
      ['test/journeys/admin/sign-in.test.ts', 'what stays on the disk opens nothing'],
      ['test/journeys/admin/sign-in.test.ts', 'ends with a sign-out in the first one'],
      ['test/journeys/admin/forms.test.ts', 'to the next at the same desk'],
    ],
  },
  {
    rule: 'W17',
    says: 'A draft with any value is stored or refused, and opens again',
    tests: [
      ['src/cms/versions/drafts.test.ts', 'is refused with 422 where %s is %j'],
      ['src/cms/versions/drafts.test.ts', 'that an earlier release kept with fields of another type'],
    ],
  },
  {
    rule: 'W18',
    says: 'A time in the past is refused at its field',
    tests: [['src/cms/versions/publisher.test.ts', 'a time that has passed is refused at its field']],
  },
  {
    rule: 'Spec: Page titles',
    says: 'Each public page has a title, a description and keywords',
    tests: [
      ['src/site/head.test.ts', 'stand in its first 8 KB'],
      ['src/content/settings/api.test.ts', 'shows the words of a page as staff wrote them'],
    ],
  },
  {
    rule: 'Spec: Home',
    says: 'The home page shows every section with what the store has',
    tests: [['test/journeys/home.test.ts', 'shows every section with what is in the store']],
    deviation: 'features and downloads are shorter, below a tour of screens',
  },
  {
    rule: 'Spec: About',
    says: 'The about page',
    tests: [['src/site/pages.test.ts', '/about shows the newest text, at once']],
    deviation: 'it shows the newest text, not only a heading',
  },
  {
    rule: 'Spec: Features',
    says: 'A grid of features that lead to their pages',
    tests: [
      ['src/content/features/api.test.ts', 'answers active features by their order'],
      ['test/journeys/public-pages.test.ts', 'every link of the home page and of the pages'],
    ],
  },
  {
    rule: 'Spec: Packages',
    says: 'A table of prices by group',
    tests: [['src/site/pages.test.ts', '/packages shows every group, at once']],
  },
  {
    rule: 'Spec: Clients',
    says: 'A grid of logos under its heading',
    tests: [['src/site/pages.test.ts', '/clients shows the logos under both headings']],
  },
  {
    rule: 'Spec: Feature details',
    says: 'Categories with their parts and rich text',
    tests: [['src/site/pages.test.ts', 'shows the categories with their parts']],
    deviation: "the feature's title is the first heading",
  },
  {
    rule: 'Spec: News details',
    says: 'Date, titles, description, text and share buttons',
    tests: [['src/site/pages.test.ts', 'shows all fields, and a change at once']],
    deviation: 'share buttons work',
  },
  {
    rule: 'Spec: About details',
    says: 'An older text has its own page',
    tests: [
      ['src/content/about/api.test.ts', 'answers an older one too'],
      ['src/site/pages.test.ts', 'is gone when its record is inactive'],
    ],
  },
  {
    rule: 'Spec: Login page',
    says: 'Email, password, Remember me and Forgot password?',
    tests: [['src/admin/routes.test.ts', 'with what the specification says']],
    deviation: 'the link mails a new password',
  },
  {
    rule: 'Spec: Downloads',
    says: 'A table of files',
    tests: [['src/site/pages.test.ts', '/info-download shows the files']],
  },
  {
    rule: 'Spec: Empty lists',
    says: "An empty list says 'Data Not Found!'",
    tests: [
      ['test/journeys/empty-store.test.ts', 'says Data Not Found! in one line'],
      ['src/content/faq/api.test.ts', 'answers an empty list where there is none'],
    ],
    deviation: 'one quiet line below the heading',
  },
  {
    rule: 'Spec: Page loading',
    says: 'A spinner while data loads',
    tests: [],
    deviation: 'pages arrive complete; spinners turn in buttons and videos',
  },
  {
    rule: 'Spec: Admin titles',
    says: 'Each screen sets its title, description and keywords',
    tests: [
      ['test/journeys/admin/bengali.test.ts', 'each screen has its own title'],
      ['test/journeys/admin/lists.test.ts', 'is added, mended, edited, deleted, brought back'],
    ],
  },
  {
    rule: 'Spec: Admin routes',
    says: 'Each screen has its path, and the root leads to the dashboard',
    tests: [
      ['src/admin/routes.test.ts', 'answers the shell, which is kept nowhere'],
      ['src/admin/routes.test.ts', 'GET %s leads to %s'],
    ],
  },
  {
    rule: 'Spec: Admin fallback',
    says: 'Any other admin path shows a page of its own',
    tests: [['test/journeys/admin/shell.test.ts', 'any other one has the fallback page']],
  },
  {
    rule: 'Spec: Dashboard',
    says: 'A welcome and a way to sign out',
    tests: [
      ['test/journeys/admin/sign-in.test.ts', 'leads to the dashboard'],
      ['test/journeys/admin/sign-in.test.ts', 'Signing out ends the session'],
    ],
    deviation: 'also first steps, waiting requests and figures',
  },
  {
    rule: 'Spec: List screens',
    says: 'A form on top, a table with status, delete and edit, pages',
    tests: [
      ['test/journeys/admin/lists.test.ts', 'is added, mended, edited, deleted, brought back'],
      ['test/journeys/admin/list-tools.test.ts', 'follow the links of the server'],
    ],
    deviation: 'one page has no page links, the badge is a switch',
  },
  {
    rule: 'Spec: Columns',
    says: 'Each list has the specified columns',
    tests: [['test/journeys/admin/lists.test.ts', 'is added, mended, edited, deleted, brought back']],
    deviation: 'clients and packages show more',
  },
  {
    rule: 'Spec: About screen',
    says: 'One text, added or updated, without delete',
    tests: [['test/journeys/admin/about.test.ts', 'About has one row with nothing to delete']],
    deviation: 'the form begins with the newest text; older ones are below',
  },
  {
    rule: 'Spec: Price list',
    says: 'Packages stand under their categories',
    tests: [
      ['src/content/packages/admin-api.test.ts', 'the list stands in groups'],
      ['test/journeys/admin/prices-and-downloads.test.ts', 'stand under the headings of their categories'],
    ],
  },
  {
    rule: 'Spec: Feature screen details',
    says: 'Picture, status, categories, and a panel to write in',
    tests: [
      ['test/journeys/admin/features.test.ts', 'show picture, status and categories'],
      ['test/journeys/admin/features.test.ts', 'loads what is written, keeps what is typed'],
    ],
    deviation: 'the editor comes once a sub-category is chosen',
  },
  {
    rule: 'Spec: Public fields',
    says: 'Public records have the specified fields',
    tests: [
      ['src/content/statistics/api.test.ts', 'answers active figures as stored'],
      ['src/content/features/api.test.ts', 'lists its categories, each with the sub-tabs'],
      ['src/content/packages/api.test.ts', 'answers groups by label'],
    ],
  },
  {
    rule: 'Spec: Form fields',
    says: 'Forms carry the specified fields, read as they were sent',
    tests: [
      ['src/records-sent-back.test.ts', '%s is accepted as it was read'],
      ['test/helpers/list-kind.ts', 'makes a record, Active unless said otherwise'],
    ],
    deviation: 'some forms have more',
  },
  {
    rule: 'Spec: Images',
    says: 'Images come as data URLs; an edit without one keeps it',
    tests: [
      ['src/cms/pictures/data-url.unit.test.ts', 'a data URL of image/%s is a new picture'],
      ['test/helpers/list-kind.ts', 'keeps the picture when none is sent'],
    ],
  },
  {
    rule: 'Spec: Paging',
    says: 'Paged answers carry data, page, links and their neighbours',
    tests: [
      ['src/content/news/api.test.ts', 'answers the second page with links'],
      ['src/content/news/admin-list.test.ts', 'answers ten records a page'],
    ],
  },
  {
    rule: 'Spec: Demo form',
    says: 'Hidden, shown, submitting, then success or errors',
    tests: [
      ['test/journeys/demo-form.test.ts', 'is hidden until its button is pressed'],
      ['test/journeys/demo-form.test.ts', 'is busy, then says that it was stored'],
      ['test/journeys/demo-form.test.ts', 'says in Bengali what is missing under each field'],
    ],
    deviation: "the message stands in the form's place",
  },
  {
    rule: 'Spec: Load More',
    says: 'Each press appends a page until none is left',
    tests: [
      ['test/journeys/load-more.test.ts', 'appends six each time'],
      ['test/journeys/load-more.test.ts', 'says Loading... and takes no second click'],
      ['test/journeys/without-javascript.test.ts', 'Load More is a link'],
    ],
  },
  {
    rule: 'Spec: Feature tabs',
    says: 'The first category and its first part are chosen',
    tests: [['test/journeys/public-pages.test.ts', 'the first category and its first part are chosen']],
  },
  {
    rule: 'Spec: Sign-in',
    says: 'A sign-in stores its token and leads to the dashboard',
    tests: [
      ['test/journeys/admin/sign-in.test.ts', 'leads to the dashboard'],
      ['test/journeys/admin/sign-in.test.ts', 'keeps the session when the browser is closed'],
    ],
    deviation: "the user isn't stored; it leads to the screen that was asked for",
  },
  {
    rule: 'Spec: Sign-out',
    says: 'A sign-out clears all and returns to the site with a toast',
    tests: [['test/journeys/admin/sign-in.test.ts', 'Signing out ends the session']],
    deviation: "'Signed out successfully'",
  },
  {
    rule: 'Spec: Add and edit',
    says: 'Edit fills the form; saving resets it and reloads the list',
    tests: [
      ['test/journeys/admin/lists.test.ts', 'is added, mended, edited, deleted, brought back'],
      ['test/journeys/admin/forms.test.ts', 'keeps the button busy'],
    ],
    missing: 'that edit scrolls to the top',
    deviation: 'there is Cancel',
  },
  {
    rule: 'Spec: Feature details mode',
    says: 'Edit leaves the details of a feature',
    tests: [['test/journeys/admin/features.test.ts', 'edit leads back to the form']],
  },
  {
    rule: 'Spec: Status',
    says: 'Active is 1, inactive 0, set by a box',
    tests: [
      ['src/content/news/admin-api.test.ts', 'and false as Inactive'],
      ['test/helpers/list-kind.ts', 'visitors see Active records at once'],
    ],
    deviation: 'the box is a switch',
  },
  {
    rule: 'Spec: Delete',
    says: 'Deleting asks first, with the specified words',
    tests: [['test/journeys/admin/lists.test.ts', 'is added, mended, edited, deleted, brought back']],
    deviation: 'into a trash for 30 days',
  },
  {
    rule: 'Spec: Page loader',
    says: 'The loader is hidden 500 ms after each navigation',
    tests: [['test/journeys/navigation.test.ts', 'goes half a second after it came']],
  },
  {
    rule: 'Spec: Demo form checks',
    says: "The server's errors show under each field",
    tests: [
      ['test/journeys/demo-form.test.ts', 'says in Bengali what is missing under each field'],
      ['test/journeys/demo-form.test.ts', 'marks only what is wrong'],
    ],
  },
  {
    rule: 'Spec: Login checks',
    says: 'The first error shows under email and password',
    tests: [
      ['test/journeys/admin/sign-in.test.ts', 'says what is wrong, keeps the address'],
      ['src/auth/sign-in/api.test.ts', 'POST /api/v1/login > answers 422'],
    ],
  },
  {
    rule: 'Spec: Required marks',
    says: 'Required fields carry an asterisk',
    tests: [],
    missing: 'the asterisks',
    deviation: 'every required field has one',
  },
  {
    rule: 'Spec: Errors of forms',
    says: 'A 422 shows each message under its field',
    tests: [
      ['test/journeys/admin/lists.test.ts', 'is added, mended, edited, deleted, brought back'],
      ['test/helpers/list-kind.ts', 'answers 422 with every field that is missing'],
    ],
  },
  {
    rule: 'Spec: Chosen picture',
    says: 'A chosen picture is read as a data URL',
    tests: [['test/journeys/admin/lists.test.ts', 'is added, mended, edited, deleted, brought back']],
    deviation: 'its kind, size and damage are checked before it is sent',
  },
  {
    rule: 'Spec: Roles',
    says: 'Visitors see what is public, staff use the admin pages',
    tests: [
      ['src/rights.test.ts', 'by a request > %s is for %s'],
      ['test/journeys/admin/viewer.test.ts', 'a viewer reads everything'],
    ],
    deviation: 'there are four roles',
  },
  {
    rule: 'Spec: Guard',
    says: 'Without a session every screen leads to the login, with a toast',
    tests: [
      ['test/journeys/admin/sign-in.test.ts', 'sends strangers to the login'],
      ['test/journeys/admin/sign-in.test.ts', 'says when it could not find out who is there'],
    ],
  },
  {
    rule: 'Spec: Client headers',
    says: 'Calls send JSON with the token of the session and the page',
    tests: [
      ['test/journeys/demo-form-trouble.test.ts', 'a page that was open for days'],
      ['test/journeys/demo-form-trouble.test.ts', 'a page without its token logs that'],
    ],
    deviation: 'calls of the public site carry no session',
  },
  {
    rule: 'Spec: Public calls',
    says: 'The specified public calls answer',
    tests: [
      ['src/platform/http/answers.test.ts', 'answers JSON, the same a second time'],
      ['src/platform/http/describe-calls.test.ts', 'describes every call, and nothing but calls'],
    ],
  },
  {
    rule: 'Spec: Admin calls',
    says: 'Each list is read, created, updated and deleted by its path',
    tests: [
      ['test/helpers/list-kind.ts', 'makes a record, Active unless said otherwise'],
      ['test/helpers/list-kind.ts', 'changes the record, and keeps'],
      ['test/helpers/list-kind.ts', 'a deleted record lies in the trash'],
    ],
  },
  {
    rule: 'Spec: Selectors',
    says: 'Selectors offer categories and sub-categories',
    tests: [
      ['src/content/features/admin-api.test.ts', 'the selects offer active categories'],
      ['src/content/features/admin-api.test.ts', 'content is stored, loaded again'],
      ['src/content/packages/admin-api.test.ts', 'offers the active categories'],
    ],
  },
  {
    rule: 'Spec: Failed pages',
    says: 'A failed download list or detail page says so',
    tests: [['src/site/pages.test.ts', 'their page says which ones, in both languages']],
    deviation: 'a page with status 500 that names what failed, in place of a toast',
  },
  {
    rule: 'Spec: Failed lists',
    says: 'A failed list of the home page is logged',
    tests: [['src/site/pages.test.ts', 'a list that cannot be read leaves the home page standing']],
    deviation: 'the section says so too',
  },
  {
    rule: 'Spec: Demo request answers',
    says: 'Success has its toast and message, a 422 its errors',
    tests: [
      ['test/journeys/demo-form.test.ts', 'is busy, then says that it was stored'],
      ['test/journeys/without-javascript.test.ts', 'then the same words of success'],
      ['src/leads/requests/api.test.ts', 'answers 201 and keeps the request'],
    ],
    deviation: 'other failures have a message too, and the text is kept',
  },
  {
    rule: 'Spec: Login answers',
    says: 'A toast on success, one sentence on failure',
    tests: [['test/journeys/admin/sign-in.test.ts', 'says what is wrong, keeps the address']],
    deviation: 'other failures say their own reason',
  },
  {
    rule: 'Spec: Failed sign-out',
    says: 'A sign-out that fails is logged',
    tests: [['test/journeys/admin/sign-in.test.ts', 'A sign-out that does not reach the server is told']],
    deviation: 'also shown, and done later',
  },
  {
    rule: 'Spec: Failed create',
    says: 'A failed create is told in an alert',
    tests: [['test/journeys/admin/forms.test.ts', 'on create is said in an alert, on update in a toast']],
    deviation: 'a dialog with the same sentence',
  },
  {
    rule: 'Spec: Update texts',
    says: 'An update says so, a failed one shows the error',
    tests: [
      ['test/journeys/admin/lists.test.ts', 'is added, mended, edited, deleted, brought back'],
      ['test/journeys/admin/forms.test.ts', 'on create is said in an alert, on update in a toast'],
    ],
    deviation: "'updated', in place of 'Deleted'",
  },
  {
    rule: 'Spec: Delete texts',
    says: 'A deletion and its failure say the specified words',
    tests: [['test/journeys/admin/lists.test.ts', 'is added, mended, edited, deleted, brought back']],
  },
  {
    rule: 'Spec: Failed admin lists',
    says: 'A list that fails is logged',
    tests: [
      ['test/journeys/admin/list-tools.test.ts', 'what is left of it when it fails'],
      ['test/journeys/admin/leads.test.ts', 'can’t be loaded says so'],
    ],
    deviation: 'a row says so and offers to try again',
  },
  {
    rule: 'Spec: Cut texts',
    says: 'Cards cut texts at 68, 40 and 168 characters',
    tests: [
      ['test/journeys/news-cards.test.ts', 'texts of a card are cut at 68, 40 and 168'],
      ['src/ui/site/bengali.unit.test.ts', 'a cut never splits what a reader sees'],
    ],
  },
  {
    rule: 'Spec: Carousels',
    says: 'Both move every 2000 ms with so many items by width',
    tests: [
      ['test/journeys/carousels.test.ts', 'moves on by one every 2000 ms'],
      ['test/journeys/carousels.test.ts', 'testimonials side by side'],
    ],
    deviation: 'they stop at a touch, a key or a scroll',
  },
  {
    rule: 'Spec: News animation',
    says: 'News cards come in with the scroll',
    tests: [],
    missing: 'the animation',
  },
  {
    rule: 'Spec: Toasts',
    says: 'A toast lasts 3000 ms and pauses while pointed at',
    tests: [
      ['test/journeys/demo-form.test.ts', 'is gone after three seconds'],
      ['test/journeys/demo-form.test.ts', 'waits while it is pointed at'],
      ['test/journeys/admin/notices.test.ts', 'A notice lasts 3000 ms'],
    ],
    deviation: 'toasts with Undo last 10 s',
  },
  {
    rule: 'Spec: Sizes',
    says: 'Previews, thumbnails and the actions column have their widths',
    tests: [['test/journeys/admin/notices.test.ts', 'Previews, thumbnails and the column of actions']],
    deviation: '151 px for the actions of features',
  },
  {
    rule: 'Spec: Row numbers',
    says: 'Row numbers go on across pages',
    tests: [['test/journeys/admin/list-tools.test.ts', 'follow the links of the server']],
  },
  {
    rule: 'Spec: Video preview',
    says: 'A video link leads to its film',
    tests: [
      ['src/api/youtube.unit.test.ts', '%s shows the video'],
      ['test/journeys/admin/prices-and-downloads.test.ts', 'a right one shows its film'],
    ],
    deviation: 'a still, whose player loads when it is pressed',
  },
  {
    rule: 'Contract: Content type',
    says: 'Calls speak JSON; other types are 415, broken JSON 400',
    tests: [
      ['src/leads/requests/refusals.test.ts', '415 > the content type %j'],
      ['src/leads/requests/refusals.test.ts', '400 > a body that is %s'],
    ],
  },
  {
    rule: 'Contract: Validation error',
    says: 'A 422 names each field, with its first message on top',
    tests: [
      ['src/platform/http/answers.test.ts', 'a 422 has every header'],
      ['test/helpers/list-kind.ts', 'answers 422 with every field that is missing'],
      ['src/platform/http/languages.test.ts', 'the messages for %s'],
    ],
  },
  {
    rule: 'Contract: Not signed in',
    says: 'Without a session: 401 and one sentence',
    tests: [['src/platform/session/guard.test.ts', 'answers 401 without a token']],
  },
  {
    rule: 'Contract: Not found',
    says: 'What is not there, or no id, is a 404',
    tests: [
      ['src/platform/http/answers.test.ts', 'answers 404 to the id %s, as JSON'],
      ['test/helpers/list-kind.ts', 'answers 404 for what is not there'],
    ],
  },
  {
    rule: 'Contract: Too many requests',
    says: 'A 429 says how long to wait',
    tests: [
      ['src/auth/sign-in/limits.test.ts', 'after 5 failures an account waits'],
      ['src/platform/http/answers.test.ts', 'a network that reads too much'],
    ],
  },
  {
    rule: 'Contract: Server error',
    says: 'A 500 tells a request id and nothing of the inside',
    tests: [],
    missing: 'the body of a 500',
  },
  {
    rule: 'Contract: Write success',
    says: 'A write answers the record and a message',
    tests: [
      ['test/helpers/list-kind.ts', 'makes a record, Active unless said otherwise'],
      ['test/helpers/list-kind.ts', 'a deleted record lies in the trash'],
    ],
  },
  {
    rule: 'Contract: Paging',
    says: 'Paged answers have one shape, with gaps between links',
    tests: [
      ['src/content/news/api.test.ts', 'shows gaps between its links'],
      ['src/content/news/api.test.ts', 'counts as page 1'],
      ['src/platform/http/paging.unit.test.ts', 'are %s'],
    ],
  },
  {
    rule: 'Contract: Page size',
    says: 'Six news a page for visitors, ten rows for staff',
    tests: [
      ['src/content/news/api.test.ts', 'answers the first page, newest first'],
      ['src/content/news/admin-list.test.ts', '%s answers %d records'],
    ],
  },
  {
    rule: 'Contract: Order',
    says: 'News by date, other lists by their order',
    tests: [
      ['src/content/news/api.test.ts', 'two of one day: the later one comes first'],
      ['test/helpers/list-kind.ts', '/order arranges the list'],
    ],
  },
  {
    rule: 'Contract: Status',
    says: 'Several spellings of a status; only active records are public',
    tests: [
      ['test/helpers/list-kind.ts', 'visitors see Active records at once'],
      ['src/content/news/admin-api.test.ts', 'and false as Inactive'],
    ],
  },
  {
    rule: 'Contract: Dates',
    says: 'Days are ISO in calls and Bengali on pages',
    tests: [
      ['src/content/news/admin-api.test.ts', 'reads Bengali digits in the date'],
      ['src/ui/site/bengali.unit.test.ts', 'a calendar day is written as people write it'],
    ],
  },
  {
    rule: 'Contract: Money and counts',
    says: 'Money is grouped as here, words stay words',
    tests: [
      ['src/ui/site/bengali.unit.test.ts', 'taka is shown as'],
      ['src/ui/site/bengali.unit.test.ts', 'shows the count %s as %s'],
    ],
  },
  {
    rule: 'Contract: Bare answers',
    says: 'Public lists are bare, only news are paged',
    tests: [
      ['src/content/statistics/api.test.ts', 'answers an empty list'],
      ['src/content/packages/api.test.ts', 'answers an empty object'],
    ],
  },
  {
    rule: 'Contract: Page or call',
    says: 'One address is a page for browsers and a call for programs',
    tests: [
      ['src/admin/routes.test.ts', 'the same address is a page for a browser and a call'],
      ['src/admin/routes.test.ts', 'Accept %s'],
    ],
  },
  {
    rule: 'Contract: GET info-Download',
    says: 'Downloads carry name, size and type of their file',
    tests: [['src/content/downloads/api.test.ts', 'answers our files and links elsewhere']],
  },
  {
    rule: 'Contract: POST store-contact-information',
    says: 'A request is stored once, its number in one spelling',
    tests: [
      ['src/leads/requests/api.test.ts', 'answers 201 and keeps the request'],
      ['src/leads/requests/api.test.ts', 'the same address and number again within ten minutes'],
      ['src/leads/requests/api.test.ts', 'the number %s is stored as %s'],
    ],
  },
  {
    rule: 'Contract: GET client',
    says: 'Logos with a title',
    tests: [['src/content/clients/api.test.ts', 'answers active logos by their order']],
  },
  {
    rule: 'Contract: GET fetures',
    says: 'Features with picture',
    tests: [['src/content/features/api.test.ts', 'answers active features by their order']],
  },
  {
    rule: 'Contract: GET video',
    says: 'Films with link and title',
    tests: [['src/content/videos/api.test.ts', 'answers active videos by their order']],
  },
  {
    rule: 'Contract: GET statistic',
    says: 'Figures as stored',
    tests: [['src/content/statistics/api.test.ts', 'answers active figures as stored']],
  },
  {
    rule: 'Contract: GET testimonial',
    says: 'What clients say',
    tests: [['src/content/testimonials/api.test.ts', 'answers active ones by their order']],
  },
  {
    rule: 'Contract: GET package',
    says: 'Packages by label, in the order of categories',
    tests: [['src/content/packages/api.test.ts', 'answers groups by label']],
  },
  {
    rule: 'Contract: GET about',
    says: 'The newest active text, or 404',
    tests: [
      ['src/content/about/api.test.ts', 'GET /api/about answers the newest'],
      ['src/content/about/api.test.ts', 'GET /api/about answers 404'],
    ],
  },
  {
    rule: 'Contract: GET news',
    says: 'Paged news without their text',
    tests: [
      ['src/content/news/api.test.ts', 'rows have no content'],
      ['src/content/news/api.test.ts', 'each next_page_url leads on'],
    ],
  },
  {
    rule: 'Contract: GET single-fetures',
    says: 'A feature with categories and parts that have text',
    tests: [['src/content/features/api.test.ts', 'lists its categories, each with the sub-tabs']],
  },
  {
    rule: 'Contract: GET single',
    says: 'One record with its content',
    tests: [
      ['src/content/news/api.test.ts', 'answers the record with its content'],
      ['src/content/about/api.test.ts', 'answers an older one too'],
    ],
  },
  {
    rule: 'Contract: POST login',
    says: 'Token and user, or one 401 for all that is wrong',
    tests: [
      ['src/auth/sign-in/api.test.ts', 'answers the token and the user'],
      ['src/auth/sign-in/api.test.ts', 'a wrong password takes as long as an unknown address'],
    ],
  },
  {
    rule: 'Contract: POST logout',
    says: 'The token is dead at once',
    tests: [['src/auth/sign-in/api.test.ts', 'ends the token at once']],
  },
  {
    rule: 'Contract: GET user',
    says: 'The user, or 401',
    tests: [
      ['src/auth/sign-in/api.test.ts', 'answers the user as the sign-in did'],
      ['src/platform/session/guard.test.ts', 'answers 401 without a token'],
    ],
  },
  {
    rule: 'Contract: Image addresses',
    says: 'Pictures have addresses for ever, sizes and widths',
    tests: [
      ['src/content/news/api.test.ts', 'its picture is an address on this origin'],
      ['src/cms/pictures/pictures.test.ts', 'answers immutable bytes'],
      ['src/cms/pictures/pictures.test.ts', 'makes the offered widths'],
    ],
  },
  {
    rule: 'Contract: Lists',
    says: 'Lists are paged, searched, filtered, and each record read',
    tests: [['test/helpers/list-kind.ts', 'the list is searched, filtered and cut into pages']],
  },
  {
    rule: 'Contract: About call',
    says: 'The newest text, and older ones while active',
    tests: [
      ['src/content/about/admin-api.test.ts', 'answers null before there is any'],
      ['src/content/about/admin-api.test.ts', 'older ones stay readable'],
    ],
  },
  {
    rule: 'Contract: PUT whole',
    says: 'A record as it was read is accepted',
    tests: [
      ['src/records-sent-back.test.ts', '%s is accepted as it was read'],
      ['test/helpers/list-kind.ts', 'accepts a record as it was read'],
    ],
  },
  {
    rule: 'Contract: image',
    says: 'New, kept or refused, with an upper size',
    tests: [
      ['src/cms/pictures/data-url.unit.test.ts', '%s is refused'],
      ['test/helpers/list-kind.ts', 'keeps the picture when none is sent'],
      ['src/cms/pictures/refused-pictures.test.ts', '%s is a 422 under image that says why'],
    ],
  },
  {
    rule: 'Contract: content',
    says: 'HTML is cleaned, and its pictures become files',
    tests: [['src/content/news/admin-api.test.ts', 'cleans rich text and stores the pictures in it']],
  },
  {
    rule: 'Contract: Selected ids',
    says: 'An id, or an object that has one',
    tests: [
      ['src/content/packages/admin-api.test.ts', 'the category may be an object with an id'],
      ['src/content/features/admin-api.test.ts', 'content is stored, loaded again'],
    ],
  },
  {
    rule: 'Contract: gallery_link',
    says: 'A YouTube address with an id',
    tests: [
      ['src/api/youtube.unit.test.ts', '%s shows the video'],
      ['test/helpers/list-kind.ts', 'answers 422 at %s alone for a wrong value'],
    ],
  },
  {
    rule: 'Contract: Stale edit',
    says: 'Other fields are merged, the same one is a 409',
    tests: [
      ['src/cms/collections/merge.test.ts', 'a stale form is merged'],
      ['src/cms/collections/merge.test.ts', 'of one field that both changed'],
    ],
  },
  {
    rule: 'Contract: Feature categories',
    says: 'Feature categories are managed and offered',
    tests: [
      ['test/helpers/list-kind.ts', 'makes a record, Active unless said otherwise'],
      ['src/content/features/admin-api.test.ts', 'the selects offer active categories'],
    ],
  },
  {
    rule: 'Contract: Feature sub-categories',
    says: 'Sub-categories belong to one category',
    tests: [
      ['src/content/features/admin-api.test.ts', 'the selects offer active categories'],
      ['src/cms/collections/bulk.test.ts', 'a sub-category shares its name'],
    ],
  },
  {
    rule: 'Contract: Package categories',
    says: 'Package categories are managed and offered',
    tests: [['src/content/packages/admin-api.test.ts', 'offers the active categories']],
  },
  {
    rule: 'Contract: Contact information',
    says: 'Leads are listed, filtered, edited, exported and mailed again',
    tests: [
      ['src/leads/inbox/list.test.ts', 'answers the newest first, with the links'],
      ['src/leads/inbox/export.test.ts', 'answers CSV in UTF-8 with a BOM'],
      ['src/leads/inbox/access-mail.test.ts', 'mails it once more, five times a day'],
    ],
  },
  {
    rule: 'Contract: Demo access',
    says: 'Link, password and a text with placeholders, tried by mail',
    tests: [
      ['src/leads/demo-access/api.test.ts', 'keeps what was saved, and never answers the password'],
      ['src/leads/demo-access/api.test.ts', 'a placeholder that means nothing is named'],
      ['src/leads/demo-access/api.test.ts', 'mails the signed-in user'],
    ],
  },
  {
    rule: 'Contract: Downloads',
    says: 'A download is a link or an uploaded file',
    tests: [
      ['src/content/downloads/admin-api.test.ts', 'stores a file; a form names it'],
      ['src/content/downloads/admin-api.test.ts', 'streams up to 50 MB'],
      ['src/content/downloads/admin-api.test.ts', 'an upload that no form named is removed'],
    ],
  },
  {
    rule: 'Contract: Account',
    says: 'Own name, address, picture, password and sessions',
    tests: [
      ['src/auth/profile/api.test.ts', 'changes name, address and picture'],
      ['src/auth/profile/api.test.ts', 'ends the other sessions'],
      ['src/auth/profile/api.test.ts', 'DELETE ends one of them'],
    ],
  },
  {
    rule: 'Contract: Forgot password',
    says: 'A link by mail, for 60 minutes and once',
    tests: [
      ['src/auth/password-reset/api.test.ts', 'a link lives 60 minutes'],
      ['src/auth/password-reset/api.test.ts', 'a link works once'],
    ],
  },
  {
    rule: 'Contract: Mended texts',
    says: 'The wrong texts of the specification are mended',
    tests: [
      ['test/journeys/admin/sign-in.test.ts', 'Signing out ends the session'],
      ['test/helpers/list-kind.ts', 'changes the record, and keeps'],
      ['src/site/pages.test.ts', 'their page says which ones, in both languages'],
    ],
  },
  {
    rule: 'Contract: Tidy addresses',
    says: 'Tidy spellings of screens lead to the given ones',
    tests: [
      ['src/admin/routes.test.ts', 'GET %s leads to %s'],
      ['test/journeys/admin/shell.test.ts', 'tidy spellings lead to the given ones'],
    ],
  },
  {
    rule: 'Contract: CSRF',
    says: "The day's token is checked, and fetched anew once",
    tests: [
      ['src/leads/requests/refusals.test.ts', '419 > the token %j'],
      ['src/leads/requests/rate-limits.test.ts', "yesterday's token is taken"],
      ['test/journeys/demo-form-trouble.test.ts', 'a page that was open for days'],
    ],
  },
  {
    rule: 'Contract: Networks',
    says: 'Limits are per network, forwarded only by a named proxy',
    tests: [
      ['src/leads/requests/rate-limits.test.ts', 'the network is the forwarded one'],
      ['src/leads/requests/rate-limits.test.ts', 'another peer is not believed'],
    ],
  },
  {
    rule: 'Contract: FAQ',
    says: 'Questions are public, and managed as other lists',
    tests: [
      ['src/content/faq/api.test.ts', 'active questions come in their order'],
      ['test/helpers/list-kind.ts', 'makes a record, Active unless said otherwise'],
    ],
  },
  {
    rule: 'Contract: About fields',
    says: 'Description and date stay where the form lacks them',
    tests: [
      ['src/content/about/admin-api.test.ts', 'keeps date and description'],
      ['src/content/about/admin-api.test.ts', 'DELETE /admin/About/{id} and restore'],
    ],
  },
  {
    rule: 'Contract: Users',
    says: 'Users are invited by a link that works once',
    tests: [
      ['src/auth/users/api.test.ts', 'lets somebody set a password by its link, once'],
      ['src/auth/users/api.test.ts', 'ends after three days'],
      ['src/auth/users/api.test.ts', 'can be neither removed, nor deactivated'],
    ],
  },
  {
    rule: 'Contract: Roles',
    says: 'Each role does what it is for',
    tests: [
      ['src/rights.test.ts', 'by a request > %s is for %s'],
      ['src/rights.test.ts', 'docs/roles.md says which right each route needs'],
    ],
  },
  {
    rule: 'Contract: Second factor',
    says: 'A ticket, then a code or passkey',
    tests: [
      ['src/auth/second-factor/api.test.ts', 'then the password alone is no sign-in'],
      ['src/auth/second-factor/api.test.ts', 'signs in without a password, once with each challenge'],
    ],
  },
  {
    rule: 'Contract: Account address',
    says: 'Another address needs the password, and the old one is told',
    tests: [
      ['src/auth/profile/api.test.ts', 'asks for the current password before the address'],
      ['src/auth/notices.test.ts', 'at the old address that the account has another one'],
    ],
  },
  {
    rule: 'Contract: Passwords',
    says: 'No short, common or personal password',
    tests: [
      ['src/auth/weak-passwords.test.ts', 'a new password is none of those that are tried first'],
      ['src/auth/weak-passwords.unit.test.ts', '%s is easily guessed'],
      ['test/attacks/passwords.test.ts', 'weak passwords'],
    ],
  },
  {
    rule: 'Contract: Activity',
    says: 'Who did what is filtered and exported',
    tests: [
      ['src/admin/activity/api.test.ts', 'is filtered by person, action, record and days'],
      ['src/admin/activity/api.test.ts', 'the export is CSV without formulas'],
    ],
  },
  {
    rule: 'Contract: Drafts',
    says: 'Drafts, versions, schedule and preview beside what is public',
    tests: [
      ['src/cms/versions/drafts.test.ts', 'stands beside what is public'],
      ['src/cms/versions/drafts.test.ts', 'are restored, and that is undone'],
      ['src/site/preview/preview.test.ts', 'a link for a colleague shows the draft'],
    ],
  },
  {
    rule: 'Contract: Webhooks',
    says: 'Events are sent with a signature',
    tests: [
      ['src/integrations/deliveries.test.ts', 'is told that a lead came, moved and was won, signed'],
      ['src/integrations/endpoints.test.ts', 'keeps what was added, changed and removed'],
    ],
  },
  {
    rule: 'Contract: Trailing slash',
    says: 'A slash at the end leads to the page without it',
    tests: [['src/content/redirects/api.test.ts', 'A slash at the end of a page > %s leads to %s']],
  },
  {
    rule: 'Contract: Strict-Transport-Security',
    says: 'Said only where the site is https',
    tests: [
      ['src/platform/http/answers.test.ts', 'is not said where visitors come without TLS'],
      ['src/platform/http/answers.test.ts', 'is %s where PUBLIC_URL is https'],
    ],
  },
  {
    rule: 'Contract: Watching',
    says: 'Metrics are behind a token or on their port',
    tests: [
      ['src/platform/metrics/metrics.test.ts', 'the numbers are behind the token'],
      ['src/platform/metrics/metrics.test.ts', 'without a setting they are nowhere'],
    ],
  },
  {
    rule: 'Contract: Files',
    says: 'Files come in parts, and only harmless kinds are taken',
    tests: [
      ['src/content/downloads/uploads.test.ts', 'goes on with %s'],
      ['src/content/downloads/uploads.test.ts', 'is told where there is nothing more'],
      ['src/content/downloads/uploads.test.ts', 'A file that is taken > %s'],
    ],
  },
  {
    rule: 'Contract: Command',
    says: 'The command tells, refuses and ends with its codes',
    tests: [
      ['src/cli/account.test.ts', 'what is typed wrong ends with 2'],
      ['src/cli/verify.test.ts', 'doctor: all is well on a store that is'],
      ['src/cli/verify.test.ts', 'export writes all content'],
    ],
  },
  {
    rule: 'Contract: Confirming',
    says: 'What is dangerous asks who it is every ten minutes',
    tests: [
      ['src/auth/confirm.test.ts', 'makes no owner, changes nobody'],
      ['src/auth/confirm.test.ts', 'is confirmed by the right password alone'],
      ['src/auth/confirm.test.ts', 'a passkey that knows whose it is confirms'],
    ],
  },
  {
    rule: 'Contract: Sessions',
    says: 'All other sessions end by one call',
    tests: [['src/auth/profile/api.test.ts', 'DELETE of them all leaves the own one']],
  },
  {
    rule: 'Contract: Second factor for all',
    says: 'SECOND_FACTOR=all asks everybody for one',
    tests: [['src/auth/second-factor/api.test.ts', 'SECOND_FACTOR=all']],
  },
  {
    rule: 'Contract: Sample',
    says: 'The sample is removed in one step and comes back',
    tests: [
      ['src/admin/onboarding/api.test.ts', 'the sample goes to the trash in one step'],
      ['src/admin/onboarding/api.test.ts', 'is removed with its contact facts'],
    ],
  },
  {
    rule: 'Contract: Retention',
    says: 'Only owners set rules of erasing',
    tests: [
      ['src/rights.test.ts', 'by a request > %s is for %s'],
      ['src/leads/inbox/erasing.test.ts', 'stricter retention says how many it would erase'],
    ],
  },
  {
    rule: 'Contract: Staff mail',
    says: 'Each chooses how mails about requests come',
    tests: [['src/leads/notifications/mails.test.ts', 'follows what each of the staff chose']],
  },
  {
    rule: 'Contract: Import undone',
    says: 'An import is taken back but for what was worked on',
    tests: [['src/leads/inbox/import.test.ts', 'moves the leads of one import to the trash']],
  },
  {
    rule: 'Contract: Incomplete drafts',
    says: 'An incomplete record is kept hidden until published',
    tests: [
      ['src/cms/versions/drafts.test.ts', 'keeps it hidden, and publishing says all that is missing'],
      ['src/cms/versions/drafts.test.ts', 'and a scheduled one are found by their state'],
    ],
  },
  {
    rule: 'Contract: Merge',
    says: 'A stale save merges, or names the fields',
    tests: [
      ['src/cms/collections/merge.test.ts', 'a stale form is merged'],
      ['src/cms/collections/merge.test.ts', 'of one field that both changed'],
      ['src/cms/collections/merge.test.ts', 'who changed nothing, or the same'],
    ],
  },
  {
    rule: 'Contract: Language',
    says: 'Staff read English or Bengali, as they chose',
    tests: [
      ['src/auth/language.test.ts', 'changes it, and answers follow it at once'],
      ['src/auth/language.test.ts', 'clients without a choice'],
    ],
  },
  {
    rule: 'Contract: Tokens for programs',
    says: 'A token is shown once, and works in its role',
    tests: [
      ['src/auth/tokens/api.test.ts', 'is answered once, kept as a hash'],
      ['src/auth/tokens/api.test.ts', 'is refused with a reason once it has ended'],
      ['src/auth/tokens/api.test.ts', 'is made by owners alone'],
    ],
  },
  {
    rule: 'Contract: Endpoints',
    says: 'Webhooks are told of content too',
    tests: [
      ['src/integrations/deliveries.test.ts', 'is told what appears on the site'],
      ['src/content/kinds.test.ts', 'webhooks are told when a record of any kind'],
    ],
  },
  {
    rule: 'Contract: Gone',
    says: 'Removed calls are gone',
    tests: [
      ['src/leads/demo-access/api.test.ts', 'Personal access is gone'],
      ['src/leads/inbox/calendar.test.ts', 'The calendar feed is gone'],
      ['src/leads/notifications/mails.test.ts', 'knows no quiet hours any more'],
    ],
  },
  {
    rule: 'Contract: Command of moving',
    says: 'import-site, update and setup do what they say',
    tests: [
      ['src/cli/import-site.test.ts', 'a site comes over hidden and once'],
      ['test/delivery/setup.test.ts', 'setup --dry-run tells each step'],
      ['test/delivery/update.test.ts', 'tries a signed one'],
    ],
  },
  {
    rule: 'Contract: Moving in',
    says: 'Old addresses of a feed lead to it',
    tests: [['src/site/feeds/feeds.test.ts', 'leads to it for good']],
  },
  {
    rule: 'Contract: Demo form success',
    says: 'An id alone is a success for our own pages',
    tests: [
      ['test/journeys/demo-form-trouble.test.ts', 'what is not our answer is no success'],
      ['src/leads/requests/api.test.ts', 'answers 201 and keeps the request'],
    ],
  },
  {
    rule: 'Contract: Schedule in the past',
    says: 'A time before now is refused at its field',
    tests: [['src/cms/versions/publisher.test.ts', 'a time that has passed is refused at its field']],
  },
  {
    rule: 'Contract: Outbound addresses',
    says: 'One guard for all addresses, with allowed exceptions',
    tests: [
      ['src/mail/outbound.test.ts', 'names a class, and never what the other side said'],
      ['src/platform/outbound.unit.test.ts', 'leads inside where the operator says so'],
      ['src/integrations/endpoints.test.ts', 'it points at no server of the own network'],
    ],
  },
  {
    rule: 'Contract: Mail server',
    says: 'Owners are told of a change, and can put it back',
    tests: [
      ['src/mail/take-over.test.ts', 'gets neither the account of another owner'],
      ['src/mail/take-over.test.ts', 'several changes are put back'],
      ['src/mail/outbound.test.ts', 'tries ten in an hour'],
    ],
  },
  {
    rule: 'Contract: Outbox',
    says: 'Mails about accounts, and the demo password, are read by nobody',
    tests: [
      ['src/mail/outbox/account-mails.test.ts', 'is in no list, and nobody sees'],
      ['src/mail/outbox/account-mails.test.ts', 'holds the demo password for nobody'],
      ['src/mail/outbox/account-mails.test.ts', 'to another address is confirmed'],
    ],
  },
  {
    rule: 'Contract: Demo access confirmed',
    says: 'Another link or password is confirmed, and owners are told',
    tests: [['src/mail/outbox/account-mails.test.ts', 'PUT /admin/demo-access is confirmed']],
  },
  {
    rule: 'Contract: Confirming by factor',
    says: 'With a second factor the password alone confirms nothing',
    tests: [
      ['src/auth/confirm.test.ts', 'confirms with it alone, which gives a new token'],
      ['src/auth/confirm.test.ts', 'changes no factor by the password alone'],
    ],
  },
  {
    rule: 'Contract: Sample again',
    says: 'An empty restore brings back the last removal',
    tests: [['src/admin/onboarding/api.test.ts', 'is removed and restored section by section']],
    missing: 'the empty body',
  },
  {
    rule: 'Contract: Import of sheets',
    says: 'An import tells sheet, head, columns, preview and counts',
    tests: [
      ['src/leads/inbox/import.test.ts', 'a dry run tells what would become of each row'],
      ['src/leads/inbox/import.test.ts', 'columns can be chosen by their heads'],
      ['test/field/import/import.test.ts', 'Every row of a file is counted (W10) > %s'],
    ],
    missing: 'sheet, head row, order of dates, columns by position: not built',
  },
  {
    rule: 'Contract: Lead source',
    says: 'A request tells the advertisement that it came from',
    tests: [['src/leads/requests/deduplication.test.ts', 'where the visitor came from is kept']],
    missing: 'click ids: not built',
  },
  {
    rule: 'Contract: Lead Ads',
    says: 'Requests come in from Meta',
    tests: [],
    missing: 'not built',
  },
  {
    rule: 'Contract: Extra fields',
    says: 'The form can ask for more',
    tests: [],
    missing: 'not built',
  },
  {
    rule: 'Contract: Owner by rule',
    says: 'Leads get an owner by a rule',
    tests: [],
    missing: 'not built',
  },
  {
    rule: 'Contract: Push',
    says: 'Staff are told by their browser',
    tests: [],
    missing: 'not built',
  },
  {
    rule: 'Contract: Presence',
    says: 'Staff see who else has a record open',
    tests: [],
    missing: 'not built',
  },
  {
    rule: 'Contract: Home of a role',
    says: 'Each role has its own first screen and a report of the week',
    tests: [],
    missing: 'not built',
  },
  {
    rule: 'Contract: Own pages',
    says: 'Staff make pages of blocks with addresses of their own',
    tests: [],
    missing: 'not built',
  },
  {
    rule: 'Contract: Spam',
    says: 'Two signals make a request spam',
    tests: [
      ['src/leads/requests/spam.test.ts', 'the same answer, kept with its mark, no mail'],
      ['src/leads/requests/spam.test.ts', 'is asked for a proof where it looks like spam'],
      ['src/leads/requests/spam.test.ts', 'is the same in a form without JavaScript'],
    ],
    missing: 'requests that come by another road',
  },
  {
    rule: 'Contract: Lists in texts',
    says: 'Numbered lists keep their start and type',
    tests: [
      ['src/cms/rich-text/clean.unit.test.ts', 'what is clean stays as it is'],
      ['test/journeys/rich-text.test.ts', 'after the first time, for everything else'],
    ],
    missing: 'the type of a list',
  },
  {
    rule: 'Contract: Blocks',
    says: 'A page is made of checked blocks',
    tests: [],
    missing: 'not built',
  },
  {
    rule: 'Contract: Payment terms',
    says: 'The site says how one pays',
    tests: [],
    missing: 'not built',
  },
  {
    rule: 'Contract: Films',
    says: 'A new address must lead to a film, a stored one is taken',
    tests: [
      ['src/content/videos/admin-api.test.ts', 'an address that the record holds already'],
      ['src/api/youtube.unit.test.ts', 'an id whose last letter no film can have'],
    ],
  },
  {
    rule: 'Contract: Update',
    says: 'An update is signed, or taken on request',
    tests: [
      ['test/delivery/update.test.ts', 'takes one without a signature where it is told to'],
      ['test/delivery/update.test.ts', 'takes none of the hostile archives'],
    ],
  },
  {
    rule: 'Contract: Tests',
    says: 'npm test takes five minutes at most',
    tests: [],
    missing: 'npm test runs everything, which takes longer; no test measures it',
  },
];
