import {
  ArrowRight,
  CalendarClock,
  CalendarDays,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  ClipboardCheck,
  Download,
  ExternalLink,
  GraduationCap,
  Library,
  LogIn,
  type LucideIcon,
  Mail,
  MapPin,
  Menu,
  MessageSquareText,
  Moon,
  Pause,
  Phone,
  Play,
  RefreshCw,
  Search,
  Sun,
  TriangleAlert,
  UserRoundPlus,
  Wallet,
  WifiOff,
  X,
} from 'lucide-react';
import { Dashes } from '../dashes.tsx';

const icons = {
  arrow: ArrowRight,
  bell: MessageSquareText,
  book: Library,
  calendar: CalendarDays,
  cap: GraduationCap,
  check: CircleCheck,
  clipboard: ClipboardCheck,
  close: X,
  down: Download,
  enter: LogIn,
  error: CircleAlert,
  left: ChevronLeft,
  mail: Mail,
  menu: Menu,
  moon: Moon,
  offline: WifiOff,
  outside: ExternalLink,
  pause: Pause,
  phone: Phone,
  place: MapPin,
  play: Play,
  retry: RefreshCw,
  right: ChevronRight,
  search: Search,
  sun: Sun,
  timetable: CalendarClock,
  user: UserRoundPlus,
  wallet: Wallet,
  warning: TriangleAlert,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof icons | 'film' | 'whatsapp' | 'stitches' | 'niche' | 'arch' | 'logo';

export function Sprite() {
  return (
    <svg className="sprite" aria-hidden="true">
      {Object.entries(icons).map(([name, Drawing]) => (
        <symbol
          key={name}
          id={`i-${name}`}
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <Drawing />
        </symbol>
      ))}
      <symbol id="i-film" viewBox="0 0 24 24">
        <path d="M7 5.2v13.6c0 .9 1 1.5 1.8 1l11-6.8c.8-.5.8-1.6 0-2l-11-6.8c-.8-.5-1.8.1-1.8 1Z" fill="currentColor" />
      </symbol>
      <symbol id="i-whatsapp" viewBox="0 0 24 24">
        <path
          d="M3.5 20.5 4.8 16A8.5 8.5 0 1 1 8 19.3Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        />
        <path
          d="M9 7.8c.5-.5 1-.4 1.3.1l.7 1.5c.2.4.1.8-.6 1.5.6 1.3 1.5 2.2 2.8 2.8.6-.8 1-.9 1.4-.7l1.5.8c.5.3.5.8 0 1.3-.9 1-2.3 1.1-4.2 0a9.5 9.5 0 0 1-3.2-3.3c-1-1.8-.8-3.1.3-4Z"
          fill="currentColor"
        />
      </symbol>
      <symbol id="i-stitches" viewBox="-12 -12 24 24">
        <Dashes />
      </symbol>
      <symbol id="i-logo" viewBox="0 0 40 40">
        <path d="M2 6.5H38M8.5 6V34.5H15.5M24.5 34.5H31.5V6" fill="none" stroke="currentColor" strokeWidth="5" />
        <circle cx="20" cy="20.5" r="4.8" fill="var(--flame)" />
      </symbol>
      <symbol id="i-niche" viewBox="0 0 100 106" preserveAspectRatio="none">
        <path d={arch} fill="var(--niche)" />
        <path
          d="M7 106V51C7 46 11 42 17 39C14 30 19 24 29 25C30 16 38 13 45 16C47.5 14.5 49 12 50 9.5C51 12 52.5 14.5 55 16C62 13 70 16 71 25C81 24 86 30 83 39C89 42 93 46 93 51V106"
          fill="none"
          stroke="var(--niche-line)"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray="2 5"
          vectorEffect="non-scaling-stroke"
        />
      </symbol>
      <symbol id="i-arch" viewBox="-2 -2 104 110">
        {/* Two halves from the top down, so that their dashes mirror each other. */}
        <g fill="none" stroke="currentColor" strokeWidth="2.2" strokeDasharray="9 7">
          <path d={halfArch} />
          <path d={halfArch} transform="matrix(-1 0 0 1 100 0)" />
        </g>
      </symbol>
    </svg>
  );
}

const arch =
  'M1 106V50C1 44 4 38 10 35C7 25 14 17 24 18C25 9 36 6 43 9C46 8 48.5 4 50 0C51.5 4 54 8 57 9C64 6 75 9 76 18C86 17 93 25 90 35C96 38 99 44 99 50V106Z';

const halfArch = 'M50 0C48.5 4 46 8 43 9C36 6 25 9 24 18C14 17 7 25 10 35C4 38 1 44 1 50V106';
