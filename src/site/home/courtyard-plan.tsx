import type { Room } from '#content/features/rooms.ts';
import type { Feature } from '#content/features/schema.ts';
import { pages } from '#paths.ts';
import { Alpona } from '#ui/site/alpona.tsx';
import { Icon } from '#ui/site/icon.tsx';
import type { IconName } from '#ui/site/sprite.tsx';
import { heroWords } from '../strings.ts';
import { Canopy, FallenFlowers } from './canopy.tsx';

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
export function CourtyardPlan({ features }: { features: Feature[] }) {
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
        <g transform="translate(66 135) rotate(163)">
          <path d="M-6 0C-6-4.5 4-5 14-4L92 0L14 4C4 5-6 4.5-6 0Z" fill="var(--ink-2)" />
          <ellipse cx="6" rx="7" ry="1.7" fill="var(--bg)" />
        </g>
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
