import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { krishnachura } from '#brand.ts';
import type { Customers } from '#content/settings/schema.ts';
import { pages } from '#paths.ts';
import { otherLanguage } from './language.ts';
import { accountStrings } from './strings.ts';

export function AuthLayout({
  vendor,
  mark,
  title,
  lead,
  children,
}: {
  vendor: string;
  mark: ReactNode;
  title: string;
  lead: string;
  children?: ReactNode;
}) {
  return (
    <div className="auth" lang="bn">
      <header>
        <a href={pages.home} className="auth-brand" aria-label={accountStrings.homeOf(vendor)}>
          {mark}
          <span>{vendor}</span>
        </a>
      </header>
      <main className="auth-main">
        <h1>{title}</h1>
        <p className="auth-lead">{lead}</p>
        {children}
      </main>
      <footer>
        <a href={pages.home} className="stitch-link">
          <ArrowLeft />
          {accountStrings.backToSite}
        </a>
        <LanguageLink />
      </footer>
      <div className="auth-floor" aria-hidden="true">
        <AlponaRing />
        <Flowers />
      </div>
    </div>
  );
}

/** The back office's language, for who has not chosen one in the profile. */
function LanguageLink() {
  const query = new URLSearchParams(typeof location === 'undefined' ? '' : location.search);
  query.set('language', otherLanguage());
  return (
    <a href={`?${query}`} className="stitch-link" lang={otherLanguage()}>
      {accountStrings.officeIn[otherLanguage()]}
    </a>
  );
}

export function CustomerSignInHint({ customers }: { customers: Customers | null }) {
  if (!customers) return null;
  const { text, link } = customers;
  return (
    <p className="auth-customers">
      {text}{' '}
      {link && (
        <a href={link} className="stitch-link" rel="noopener">
          {link.replace(/^https:\/\/|\/$/g, '')}
        </a>
      )}
    </p>
  );
}

/** In Bengali, with the English term below it. */
export function BilingualText({ bengali, english }: { bengali: string; english: string }) {
  return (
    <span className="auth-both">
      {bengali}
      <span lang="en">{english}</span>
    </span>
  );
}

function AlponaRing() {
  return (
    <svg className="alpona-ring" viewBox="-144 -144 288 288" aria-hidden="true">
      <defs>
        <g id="al-a">
          <path d="M0-12C-10-19-10-31 0-40C10-31 10-19 0-12Z" />
          <path d="M0-18C-4-23-4-29 0-34C4-29 4-23 0-18Z" {...solid} />
        </g>
        <g id="al-b">
          <circle cy="-36" r="2" {...solid} />
          <path d="M0-14V-27" />
        </g>
        <g id="al-c">
          <path d="M-8.6-47Q0-66 8.6-47" />
          <circle cy="-52" r="1.6" {...solid} />
        </g>
        <circle id="al-d" cy="-62" r="1.7" {...solid} />
        <g id="al-e">
          <path d="M0-64C-13-71-13-84 0-97C13-84 13-71 0-64Z" />
          <path d="M0-70C-6-75-6-82 0-89C6-82 6-75 0-70Z" {...solid} />
          <path d="M-6-65C-17-63-24-70-20-77C-17-82-11-79-13-74M6-65C17-63 24-70 20-77C17-82 11-79 13-74" />
        </g>
        <g id="al-f" {...solid}>
          <circle cy="-84" r="2.1" />
          <circle cy="-91" r="1.5" />
          <circle cy="-96.5" r="1.1" />
        </g>
        <g id="al-l" {...solid}>
          <path d="M0-108C-5-112-5-119 0-124C5-119 5-112 0-108Z" />
          <circle cy="-112" cx="9.7" r="1.4" />
        </g>
        <g id="al-m">
          <path d="M-21.5-124Q0-142 21.5-124" />
          <circle cy="-128" r="1.8" {...solid} />
        </g>
      </defs>
      <g fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" strokeLinejoin="round">
        <circle r="4.2" {...solid} />
        <circle r="9.5" />
        <circle r="46.5" />
        <Turned part="al-a" times={8} />
        <Turned part="al-b" times={8} from={22.5} />
        <Turned part="al-c" times={16} />
        <Turned part="al-d" times={16} from={11.25} />
        <Turned part="al-e" times={8} />
        <Turned part="al-f" times={8} from={22.5} />
        <circle r="104" />
        <circle r="107.5" strokeWidth="1" />
        <Turned part="al-l" times={36} />
        <Turned part="al-m" times={18} from={5} />
      </g>
    </svg>
  );
}

const solid = { fill: 'currentColor', stroke: 'none' } as const;

function Turned({ part, times, from = 0 }: { part: string; times: number; from?: number }) {
  const turns = Array.from({ length: times }, (_, index) => from + (index * 360) / times);
  return turns.map((turn) => <use key={turn} href={`#${part}`} transform={`rotate(${turn})`} />);
}

function Flowers() {
  return (
    <svg className="flowers" viewBox="0 0 600 900" preserveAspectRatio="xMaxYMid meet" aria-hidden="true">
      <defs>
        <path id="flower-petal" d="M0 0C-.55-.3-.6-.95 0-1.15C.6-.95.55-.3 0 0Z" />
        <g id="flower">
          <use href="#flower-petal" fill={krishnachura.flag} />
          {[72, 144, 216, 288].map((turn) => (
            <use key={turn} href="#flower-petal" transform={`rotate(${turn})`} fill={krishnachura.petals[2]} />
          ))}
          <circle r=".2" fill={krishnachura.heart} />
        </g>
      </defs>
      {fallen.map((place) => (
        <use key={place} href="#flower" transform={place} />
      ))}
    </svg>
  );
}

const fallen = [
  'translate(548 84) rotate(20) scale(16)',
  'translate(436 92) rotate(200) scale(8)',
  'translate(492 128) rotate(40) scale(11)',
  'translate(572 158) rotate(10) scale(9)',
  'translate(380 142) rotate(250) scale(7)',
  'translate(524 218) rotate(190) scale(6)',
  'translate(56 750) rotate(120) scale(6)',
  'translate(142 802) rotate(60) scale(12)',
  'translate(84 868) rotate(30) scale(10)',
  'translate(314 856) rotate(80) scale(8)',
];
