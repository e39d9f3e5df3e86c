import { krishnachura } from '#brand.ts';
import type { Feature } from '#content/features/data.server.ts';
import type { Room } from '#content/features/rooms.ts';
import { cheapestOf } from '#content/packages/price-line.tsx';
import { priceLineWords } from '#content/packages/strings.ts';
import { builtInHero } from '#content/settings/built-in.ts';
import { HeroTitle } from '#content/settings/hero-title.tsx';
import { contactLinks, useVendor } from '#content/settings/vendor-context.ts';
import { demoFormAnchor, pages } from '#paths.ts';
import { Alpona } from '#ui/site/alpona.tsx';
import { bengaliCount, bengaliMoney } from '#ui/site/bengali.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import { Icon } from '#ui/site/icon.tsx';
import type { IconName } from '#ui/site/sprite.tsx';
import { LiveDemoForm, type PageForm } from '../demo/demo-section.tsx';
import { Needle } from '../error-page.tsx';
import { heroWords, siteStrings } from '../strings.ts';
import type { HomeContent } from './data.server.ts';

type Records = Pick<HomeContent, 'features' | 'packageGroups' | 'statistics'>;

export function HeroSection({ form, ...records }: Records & { form: PageForm }) {
  const vendor = useVendor();
  const { hero } = vendor;
  const { status } = form.state;
  // After a form submission without JavaScript the form must be open to show the result.
  const open = status !== 'empty';
  return (
    <section className="hero" aria-labelledby="hero-heading">
      <div className="shell">
        <div>
          <p className="hero-audience">{hero.audience}</p>
          <h1 id="hero-heading">
            <HeroTitle {...hero} />
          </h1>
          <p className="lead">{hero.lead}</p>
          <div className="actions">
            <button
              type="button"
              className="button button-action button-large demo-toggle with-js"
              data-demo-toggle
              aria-expanded={open}
              aria-controls={demoFormAnchor}
            >
              <span className="when-closed">{siteStrings.askDemo}</span>
              <span className="when-open">
                <Icon name="close" />
                {siteStrings.closeForm}
              </span>
              <span className="when-sent">
                <Icon name="check" />
                {siteStrings.asked}
              </span>
            </button>
            <CallLinks calls={contactLinks(vendor)} />
          </div>
          <ProofLine {...records} />
          <p className="hint">{form.mails || hero.hint !== builtInHero.hint ? hero.hint : heroWords.called}</p>
          <div
            id={demoFormAnchor}
            className="demo-panel"
            data-open={open ? '' : undefined}
            data-sent={status === 'sent' ? '' : undefined}
          >
            <div>
              <div className="demo-title">
                <h2>{siteStrings.wantDemo}</h2>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={siteStrings.closeForm}
                  popoverTarget={demoFormAnchor}
                  popoverTargetAction="hide"
                >
                  <Icon name="close" />
                </button>
              </div>
              <LiveDemoForm {...form} />
            </div>
          </div>
        </div>
        <CourtyardPlan features={records.features ?? []} />
      </div>
    </section>
  );
}

/** Price and counts in one line: what staff wrote, else what the records say. */
function ProofLine({ packageGroups, statistics }: Records) {
  const written = useVendor().hero.statistics;
  const cheapest = cheapestOf((packageGroups ?? []).flatMap(({ packages }) => packages));
  const lines = statistics?.map((each) => `${bengaliCount(each.statistics_count)} ${each.statistics_title}`).join('\n');
  const counts = heroWords.counts.flatMap((count) => lines?.match(count)?.[0] ?? []);
  const parts = [
    {
      href: cheapest && !written ? pages.package(cheapest.id) : pages.packages,
      text: written || (cheapest && priceLineWords.from(bengaliMoney(cheapest.monthly_charge))),
    },
    { href: pages.clients, text: !written && counts.join(' · ') },
  ].filter(({ text }) => text);
  return (
    <p className="hero-proof">
      {parts.map(({ href, text }) => (
        <a key={href} href={href} className="stitch-link">
          {text}
        </a>
      ))}
    </p>
  );
}

/** Two Bézier curves from the centre to the tip and back. */
const petalCurves = [
  [-0.55, -0.3],
  [-0.6, -0.95],
  [0, -1.15],
  [0.6, -0.95],
  [0.55, -0.3],
  [0, 0],
] as const;

const fallen: readonly Group[] = [
  [0, 6.8, '160 19 195 60'],
  [2, 6.8, '180 35 32 183'],
];

const crown: readonly Group[] = [
  [0, 8.2, '53.5 46.9 107.8 25.6 95.1 82.9'],
  [0, 9.4, '135.4 57.7 122.8 119.6 125.6 107.2 78.8 140.5 32.8 95.1 37.2 71.4 90.9 77 63.3 51.4 102.9 92.9'],
  [1, 8.2, '92.2 34.4 104.4 37.8 73.1 79 83 86.9'],
  [1, 9.4, '43.6 34.9 137.5 73.1 110.4 116.8 67.2 130.2 42.9 102.8 21.7 69.6 74.8 62 105.1 75.1'],
  [2, 8.2, '58.9 32.2 95.6 22.2 35.2 112.9 59.9 66.6'],
  [2, 9.4, '123.1 67.2 113.2 104.4 82 125.3 25.1 105.2 31.1 57.1 81 69.1 112.9 85.1'],
];

const leaves = [
  [
    krishnachura.leaves[0],
    'M109.6 80a20.4 20.4 0 1 0 40.8 0a20.4 20.4 0 1 0-40.8 0M103.1 103.2a21.2 21.2 0 1 0 42.4 0a21.2 21.2 0 1 0-42.4 0M89.4 121.1a19 19 0 1 0 38 0a19 19 0 1 0-38 0M66.9 129.6a19.1 19.1 0 1 0 38.2 0a19.1 19.1 0 1 0-38.2 0M42.2 126.8a20.1 20.1 0 1 0 40.2 0a20.1 20.1 0 1 0-40.2 0M20.7 113.2a21.9 21.9 0 1 0 43.8 0a21.9 21.9 0 1 0-43.8 0M9.6 92a21.9 21.9 0 1 0 43.8 0a21.9 21.9 0 1 0-43.8 0M10 68a21.5 21.5 0 1 0 43 0a21.5 21.5 0 1 0-43 0M22 46.8a20.6 20.6 0 1 0 41.2 0a20.6 20.6 0 1 0-41.2 0M42.4 33.2a19.9 19.9 0 1 0 39.8 0a19.9 19.9 0 1 0-39.8 0M66.7 30.4a19.3 19.3 0 1 0 38.6 0a19.3 19.3 0 1 0-38.6 0M89.4 38.9a19 19 0 1 0 38 0a19 19 0 1 0-38 0M104.8 56.8a19.5 19.5 0 1 0 39 0a19.5 19.5 0 1 0-39 0M28 80a52 52 0 1 0 104 0a52 52 0 1 0-104 0',
  ],
  [
    krishnachura.leaves[1],
    'M103.4 89.1a15.6 15.6 0 1 0 31.2 0a15.6 15.6 0 1 0-31.2 0M91.8 108.7a16.1 16.1 0 1 0 32.2 0a16.1 16.1 0 1 0-32.2 0M71.5 119.2a16.4 16.4 0 1 0 32.8 0a16.4 16.4 0 1 0-32.8 0M47.7 117.3a17.8 17.8 0 1 0 35.6 0a17.8 17.8 0 1 0-35.6 0M31.7 103.5a15.9 15.9 0 1 0 31.8 0a15.9 15.9 0 1 0-31.8 0M23.5 82.3a16.6 16.6 0 1 0 33.2 0a16.6 16.6 0 1 0-33.2 0M30.1 60.3a15.1 15.1 0 1 0 30.2 0a15.1 15.1 0 1 0-30.2 0M44.8 44.6a16.5 16.5 0 1 0 33 0a16.5 16.5 0 1 0-33 0M65.9 40.1a17.5 17.5 0 1 0 35 0a17.5 17.5 0 1 0-35 0M87.8 48.3a16.6 16.6 0 1 0 33.2 0a16.6 16.6 0 1 0-33.2 0M102.1 66.6a15.6 15.6 0 1 0 31.2 0a15.6 15.6 0 1 0-31.2 0M40 80a40 40 0 1 0 80 0a40 40 0 1 0-80 0',
  ],
  [
    krishnachura.leaves[2],
    'M88.3 83.4a13.4 13.4 0 1 0 26.8 0a13.4 13.4 0 1 0-26.8 0M77.7 97.8a15.2 15.2 0 1 0 30.4 0a15.2 15.2 0 1 0-30.4 0M62 101.7a14.6 14.6 0 1 0 29.2 0a14.6 14.6 0 1 0-29.2 0M46.6 92.9a15.6 15.6 0 1 0 31.2 0a15.6 15.6 0 1 0-31.2 0M43.5 76.6a14.8 14.8 0 1 0 29.6 0a14.8 14.8 0 1 0-29.6 0M51.6 62.2a15.5 15.5 0 1 0 31 0a15.5 15.5 0 1 0-31 0M68.2 58.3a15.2 15.2 0 1 0 30.4 0a15.2 15.2 0 1 0-30.4 0M83.9 67.1a13.9 13.9 0 1 0 27.8 0a13.9 13.9 0 1 0-27.8 0M60 80a20 20 0 1 0 40 0a20 20 0 1 0-40 0',
  ],
] as const;

interface RoomOnPlan {
  room: Room;
  icon: IconName;
  name: string;
  line: string;
  door?: 'up' | 'up-right' | 'left' | 'right';
}

const rooms: Record<'north' | 'west' | 'east' | 'south', RoomOnPlan[]> = {
  north: [
    { room: 'admission', icon: 'user', name: 'ভর্তি', line: 'আবেদন ও রোল', door: 'right' },
    { room: 'attendance', icon: 'clipboard', name: 'হাজিরা', line: 'প্রতিদিনের উপস্থিতি' },
    { room: 'routine', icon: 'timetable', name: 'রুটিন', line: 'ক্লাস ও শিক্ষক', door: 'left' },
  ],
  west: [{ room: 'fees', icon: 'wallet', name: 'বেতন', line: 'ফি ও রসিদ' }],
  east: [{ room: 'results', icon: 'cap', name: 'ফলাফল', line: 'পরীক্ষা ও নম্বর' }],
  south: [
    { room: 'library', icon: 'book', name: 'লাইব্রেরি', line: 'বই ও ইস্যু', door: 'up' },
    { room: 'notice', icon: 'bell', name: 'নোটিশ', line: 'অভিভাবকের এসএমএস', door: 'up-right' },
  ],
};

/** The product as a school's floor plan; each room links to a feature. */
function CourtyardPlan({ features }: { features: Feature[] }) {
  const [library, notice] = rooms.south;
  const item = (room: RoomOnPlan) => <RoomItem key={room.room} {...room} href={leadsTo(room.room, features)} />;
  return (
    <nav className="plan" aria-label={heroWords.plan}>
      <ul className="plan-rooms">
        {[...rooms.north, ...rooms.west].map(item)}
        <li className="courtyard" aria-hidden="true">
          <Alpona />
          <FallenFlowers />
        </li>
        {rooms.east.map(item)}
        {library && item(library)}
        <li className="gate" aria-hidden="true">
          <span>{heroWords.gate}</span>
        </li>
        {notice && item(notice)}
      </ul>
      <svg className="plan-thread" viewBox="-40 100 380 70" fill="none" aria-hidden="true">
        <path
          d="M326 108C326 150 292 160 244 152C184 142 160 112 104 122C84 126 76 131 62 136"
          stroke="var(--flame)"
          strokeWidth="3"
          strokeDasharray="9 7"
          vectorEffect="non-scaling-stroke"
        />
        <Needle place="translate(66 135) rotate(163)" />
      </svg>
      <Canopy />
    </nav>
  );
}

function leadsTo(room: Room, features: Feature[]): string {
  const feature = features.find((each) => each.room === room);
  return feature ? pages.featureDetails(feature.id) : pages.features;
}

function RoomItem({ icon, name, line, door, href }: RoomOnPlan & { href: string }) {
  return (
    <li className={door ? `room door-${door}` : 'room'}>
      <a href={href}>
        <Icon name={icon} />
        <b>{name}</b>
        <span>{line}</span>
      </a>
    </li>
  );
}

function Canopy() {
  return (
    <svg className="plan-canopy" viewBox="0 0 160 160" aria-hidden="true">
      {krishnachura.petals.map((red, index) => (
        <marker
          key={red}
          id={`blossom-${index}`}
          viewBox="-1.2 -1.2 2.4 2.4"
          markerWidth="2.4"
          markerHeight="2.4"
          orient="auto"
        >
          <path d={petal(0)} fill={krishnachura.flag} />
          <path d={[72, 144, 216, 288].map(petal).join('')} fill={red} />
          <circle r=".2" fill={krishnachura.heart} />
        </marker>
      ))}
      {leaves.map(([green, shape]) => (
        <path key={green} fill={green} d={shape} />
      ))}
      <Blossoms groups={crown} />
    </svg>
  );
}

function FallenFlowers() {
  return (
    <svg viewBox="0 0 214 214" aria-hidden="true">
      <Blossoms groups={fallen} />
    </svg>
  );
}

type Group = readonly [red: number, size: number, places: string];

/**
 * Draws blossoms as SVG markers at the corners of an invisible path. A marker is laid out once; dozens of elements
 * would be a large part of the first layout.
 */
function Blossoms({ groups }: { groups: readonly Group[] }) {
  return groups.map(([red, size, places]) => {
    const blossom = `url(#blossom-${red})`;
    return (
      <path
        key={places}
        fill="none"
        strokeWidth={size}
        markerStart={blossom}
        markerMid={blossom}
        markerEnd={blossom}
        d={`M${places}`}
      />
    );
  });
}

/** Degrees. All petals share one path, because single elements would be hundreds. */
function petal(turn: number): string {
  const angle = (turn * Math.PI) / 180;
  const at = ([x, y]: readonly [number, number]) =>
    [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
      .map((value) => Number(value.toFixed(2)))
      .join(' ');
  return `M0 0C${petalCurves.map(at).join(' ')}Z`;
}
