import { useQueries } from '@tanstack/react-query';
import { Command } from 'cmdk';
import {
  CornerDownLeft,
  ExternalLink,
  FileText,
  Keyboard,
  LogOut,
  type LucideIcon,
  Moon,
  Plus,
  Search,
  SquareUserRound,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { bengaliGuesses } from '#api/latin-spelling.ts';
import { type Area, may } from '#api/rights.ts';
import { signOutToSite, useUser } from '#auth/session.ts';
import { t } from '#i18n/text.ts';
import { addLeadPage, pages } from '#paths.ts';
import { api, type ListPage, type Row } from '#ui/admin/calls/api.ts';
import { DialogBox } from '#ui/admin/dialog/open-frame.tsx';
import type { Screen } from '#ui/admin/screen.ts';
import { screens } from '../screens.ts';
import { isDark, setDark } from '../shell/theme.ts';
import { matchesQuery } from './matches-query.ts';

const lists: { path: string; name: string; keywords: string; area: Area }[] = [
  ...screens.filter(({ call }) => call),
  { path: addLeadPage, name: t('lead'), keywords: 'demo requests, contacts, লিড, ডেমোর অনুরোধ, jogajog', area: 'leads' },
];

const addWords = 'add new create write নতুন যোগ লিখুন notun jog';

export default function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const found = useRecords(text);
  const has = (...texts: string[]) => matchesQuery(text, texts.join(' '));
  const role = useUser()?.role ?? 'viewer';
  const goTo = screens
    .filter(({ area, name, keywords }) => may(role, 'read', area) && has(name, keywords))
    .sort((one, other) => Number(has(other.name)) - Number(has(one.name)));
  const addable = text.trim()
    ? lists.filter(({ name, keywords, area }) => may(role, 'write', area) && has(addWords, name, keywords))
    : [];

  const doNow = (act: () => unknown) => () => {
    onClose();
    act();
  };
  const open = (path: string) => doNow(() => navigate(path));
  const actions = [
    ...addable.map(({ path, name }) => ({ id: `add ${path}`, icon: Plus, words: `Add ${name}`, act: open(path) })),
    ...[
      {
        id: 'view',
        icon: ExternalLink,
        words: 'View site',
        keywords: 'website, public, ওয়েবসাইট, সাইট দেখুন',
        act: doNow(() => window.open(pages.home, '_blank', 'noopener')),
      },
      {
        id: 'dark',
        icon: Moon,
        words: isDark() ? 'Light colours, not dark' : 'Dark colours',
        keywords: 'theme, mode, night, colors, রং, রাত, আলো, অন্ধকার, rong, raat',
        act: doNow(() => setDark(!isDark())),
      },
      {
        id: 'shortcuts',
        icon: Keyboard,
        words: 'Keyboard shortcuts',
        keywords: 'keys, help, শর্টকাট, সাহায্য, shahajjo',
        act: doNow(onShortcuts),
      },
      {
        id: 'leave',
        icon: LogOut,
        words: 'Sign out',
        keywords: 'logout, log out, log off, exit, লগআউট, লগ আউট, বের হোন, ber hon',
        act: signOutToSite,
      },
    ].filter(({ words, keywords }) => has(words, keywords)),
  ];
  const entriesOf = (records: FoundRecord[], icon: LucideIcon) =>
    records.map(({ id, screen: { path, name }, title }) => ({
      id: `${path} ${id}`,
      icon,
      words: title,
      note: name,
      act: open(`${path}?edit=${id}`),
    }));
  const leads = found.records.filter(({ screen }) => screen.leads);
  const records = found.records.filter(({ screen }) => screen.call);
  const groups: { heading: string; entries: Entry[] }[] = [
    {
      heading: 'Go to',
      entries: goTo.map(({ path, name, icon }) => ({ id: path, icon, words: name, act: open(path) })),
    },
    { heading: 'Actions', entries: actions },
    { heading: 'Leads', entries: entriesOf(leads, SquareUserRound) },
    { heading: 'Records', entries: entriesOf(records, FileText) },
  ];
  return (
    <DialogBox className="dialog palette" onClose={onClose}>
      <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
      <Command shouldFilter={false} label="Search or jump to">
        <div className="palette-input row">
          <Search />
          <Command.Input value={text} onValueChange={setText} placeholder="Search or jump to" />
          <kbd>Esc</kbd>
        </div>
        <Command.List className="palette-list" label="Results">
          <Command.Empty className="options-note">{found.loading ? 'Searching…' : 'No match'}</Command.Empty>
          {groups.map(
            ({ heading, entries }) =>
              entries.length > 0 && (
                <Command.Group key={heading} heading={heading}>
                  {entries.map((entry) => (
                    <Item key={entry.id} {...entry} />
                  ))}
                </Command.Group>
              ),
          )}
        </Command.List>
      </Command>
      <div className="palette-foot note">
        <span>Up and down to move</span>
        <span>Enter to open</span>
      </div>
    </DialogBox>
  );
}

interface Entry {
  id: string;
  icon: LucideIcon;
  words: string;
  note?: string;
  act: () => void;
}

function Item({ id, icon: Icon, words, note, act }: Entry) {
  return (
    <Command.Item value={id} className="palette-item row" onSelect={act}>
      <Icon />
      <span>{words}</span>
      {note && <small className="note">{note}</small>}
      <kbd className="palette-enter">
        <CornerDownLeft />
      </kbd>
    </Command.Item>
  );
}

interface FoundRecord {
  id: number;
  title: string;
  screen: Screen;
}

/** Results per list, and the minimum length of a search. */
const perList = 3;
const least = 2;

function useRecords(text: string): { records: FoundRecord[]; loading: boolean } {
  const search = useDeferredValue(text.trim());
  const role = useUser()?.role ?? 'viewer';
  const searched = screens.filter(({ call, leads, area }) => (call ?? leads) && may(role, 'read', area));
  return useQueries({
    queries: searched.map(({ call, leads }) => ({
      queryKey: [call ?? leads, 'palette', search],
      queryFn: ({ signal }: { signal: AbortSignal }) => findIn(call ?? leads ?? '', search, signal),
      enabled: search.length >= least,
      retry: false,
    })),
    combine: (results) => ({
      loading: results.some(({ isFetching }) => isFetching),
      records: results.flatMap(({ data }, index) => {
        const screen = searched[index];
        return screen && data ? data.map((row) => ({ id: row.id, title: titleOf(row, screen), screen })) : [];
      }),
    }),
  });
}

/** Debounces by 200 ms. */
async function findIn(call: string, search: string, signal: AbortSignal): Promise<Row[]> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const words of [search, ...bengaliGuesses(search)]) {
    if (signal.aborted) return [];
    const query = new URLSearchParams({ search: words, per_page: String(perList) });
    const { data } = await api.get<ListPage<Row>>(`${call}?${query}`, { signal });
    if (data.length > 0) return data;
  }
  return [];
}

/** The title of a record of any kind: its title field, else the first field with such a name. */
function titleOf(row: Row, { titleField = 'title' }: Screen): string {
  if ('institute_name' in row && 'name' in row) return [...new Set([row.institute_name, row.name])].join(' · ');
  const fields = Object.entries(row).filter(
    ([field, value]) => (field === titleField || /(^|_)(title|name)$/i.test(field)) && value,
  );
  const named = fields.find(([field]) => field === titleField) ?? fields[0];
  return named ? String(named[1]) : `#${row.id}`;
}
