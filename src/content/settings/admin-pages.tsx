import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { cutText } from '#ui/site/bengali.ts';
import { type PageName, pageNames, pageTexts } from './schema.ts';

/** Characters of a title and a description that search results show, approximately. */
const room = { title: 60, description: 160 } as const;

export function PageFields() {
  return (
    <div className="settings-pages">
      {(Object.keys(pageNames) as PageName[]).map((page) => (
        <PageRow key={page} page={page} />
      ))}
    </div>
  );
}

function PageRow({ page }: { page: PageName }) {
  const [opened, setOpened] = useState(false);
  const { control } = useFormContext();
  const wire = pageNames[page];
  const fields = pageTexts.filter((text) => text.page === page).map(({ field }) => field);
  const { errors } = useFormState({ control, name: fields });
  const wrong = fields.some((field) => errors[field]);
  const title = String(useWatch({ name: `${wire}_title` }) ?? '');
  // An error inside a closed section would be invisible.
  const open = opened || wrong;
  return (
    <details open={open} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <b>{titles[page]}</b>
        <span className="note" lang="bn">
          {title}
        </span>
        <ChevronDown />
      </summary>
      {open && (
        <div className="form-layout">
          <FormColumns side={<SearchResult page={page} />}>
            <TextField name={`${wire}_title`} label="Title" hint={`About ${room.title} are shown`} counted />
            <TextArea
              name={`${wire}_description`}
              label="Description"
              hint={`About ${room.description} are shown`}
              counted
            />
            <TextField name={`${wire}_keywords`} label="Keywords" hint="With commas between" />
          </FormColumns>
        </div>
      )}
    </details>
  );
}

function SearchResult({ page }: { page: PageName }) {
  const wire = pageNames[page];
  const [name, title, description] = useWatch({ name: ['name', `${wire}_title`, `${wire}_description`] });
  return (
    <figure className="settings-preview">
      <figcaption className="note">In a search result, about</figcaption>
      <div lang="bn">
        <p className="search-place">
          {String(name ?? '')}
          <span lang="en">
            {location.host}
            {addresses[page] === '/' ? '' : addresses[page]?.replaceAll('/', ' › ')}
          </span>
        </p>
        <p className="search-title">{cutText(String(title ?? ''), room.title)}</p>
        <p>{cutText(String(description ?? ''), room.description)}</p>
      </div>
    </figure>
  );
}

const titles: Record<PageName, string> = {
  home: 'Home',
  about: 'About',
  features: 'Features',
  packages: 'Packages',
  clients: 'Clients',
  news: 'News',
  downloads: 'Downloads',
  search: 'Search',
  offline: 'Without a network',
  notFound: 'Page not found',
  error: 'Something went wrong',
};

/** Pages without an address of their own are not indexed. */
const addresses: Partial<Record<PageName, string>> = {
  home: pages.home,
  about: pages.about,
  features: pages.features,
  packages: pages.packages,
  clients: pages.clients,
  news: pages.news,
  downloads: pages.downloads,
};
