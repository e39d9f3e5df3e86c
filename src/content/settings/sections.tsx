import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { ImageField } from '#cms/pictures/image-field.tsx';
import { t } from '#i18n/text.ts';
import { pages } from '#paths.ts';
import { ChecksField } from '#ui/form/choice-field.tsx';
import { FormColumns } from '#ui/form/form-card.tsx';
import { OnOffSwitch, StatusSwitch, TextArea, TextField } from '#ui/form/text-field.tsx';
import { cutText } from '#ui/site/bengali.ts';
import { HeroTitle } from './hero-title.tsx';
import {
  type FormField,
  formFields,
  heroFields,
  networks,
  type PageName,
  pageNames,
  pageTexts,
  type SettingsRecord,
  type SocialNetwork,
  sceneFields,
} from './schema.ts';

export interface Section {
  id: string;
  title: string;
  note: string;
  names: readonly string[];
  fields: (settings: SettingsRecord) => ReactNode;
}

/** In the order of the screen. */
export const sections: Section[] = [
  {
    id: 'identity',
    title: 'Identity',
    note: 'Stands in the header and the footer of every page',
    names: ['name', 'tagline', 'image', 'logo_status'],
    fields: ({ image }) => (
      <FormColumns
        side={
          <>
            <ImageField
              name="image"
              label="Logo"
              existing={image}
              hint="At least 72 pixels high, best without a background."
            />
            {image && <OnOffSwitch name="logo_status" label="Use this logo" />}
          </>
        }
      >
        <TextField name="name" label="Name" required span={6} />
        <TextArea
          name="tagline"
          label="Tagline"
          hint="One sentence about the product, in the footer and for search engines."
        />
      </FormColumns>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    note: 'What is left empty is not shown',
    names: ['phone', 'whatsapp', 'email', 'address'],
    fields: () => (
      <FormColumns>
        <TextField
          name="phone"
          label="Phone"
          span={4}
          autoComplete="tel"
          hint="Like 01712-345678; other countries with +"
        />
        <TextField name="whatsapp" label="WhatsApp number" span={4} hint="A tap on it opens a chat" />
        <TextField name="email" label="E-mail" type="email" span={4} hint="Visitors see this address" />
        <TextArea name="address" label="Address" hint="As on an envelope, several lines" />
      </FormColumns>
    ),
  },
  {
    id: 'social',
    title: 'Social',
    note: 'Whole addresses; what is left empty is not shown',
    names: networks,
    fields: () => (
      <FormColumns>
        {networks.map((network) => (
          <TextField
            key={network}
            name={network}
            label={names[network]}
            type="url"
            span={6}
            placeholder={`https://${hosts[network]}/…`}
          />
        ))}
      </FormColumns>
    ),
  },
  {
    id: 'customers',
    title: 'Customers',
    note: 'Stands on the sign-in page, where customers look for their own software',
    names: ['customers_text', 'customers_link'],
    fields: () => (
      <FormColumns>
        <TextField
          name="customers_text"
          label="What they are told"
          span={6}
          hint="Empty: a sentence of ours, where there is an address"
        />
        <TextField name="customers_link" label="Where they sign in" type="url" span={6} placeholder="https://…" />
      </FormColumns>
    ),
  },
  {
    id: 'form',
    title: 'Demo form',
    note: 'What it may ask beside name, institute, number and email; nobody has to answer',
    names: ['form_fields'],
    fields: () => (
      <FormColumns>
        <ChecksField
          name="form_fields"
          label="More questions"
          hint="Each one costs some requests: ask only what you use."
          options={formFields}
          nameOf={(field) => formFieldNames[field]}
        />
      </FormColumns>
    ),
  },
  {
    id: 'hero',
    title: 'Hero',
    note: 'The first words of the home page; an empty field brings the built-in text back',
    names: heroFields,
    fields: () => (
      <FormColumns side={<HeroPreview />}>
        <TextField name="hero_audience" label="For whom" hint="Stands above the heading" />
        <TextArea name="hero_title" label="Heading" hint="A new line is one on the page, too" />
        <TextField name="hero_emphasis" label="Coloured words" span={6} hint="Words that stand in the heading" />
        <TextArea name="hero_lead" label="Introduction" rows={3} />
        <TextField name="hero_hint" label="Hint under the demo button" />
        <TextField
          name="hero_statistics"
          label="Price and figures"
          hint="Empty: the cheapest monthly charge and the statistics on institutions and districts, as they stand"
        />
      </FormColumns>
    ),
  },
  {
    id: 'scene',
    title: 'Try it here',
    note: 'The software to touch on the home page; an empty field brings the built-in text back',
    names: sceneFields,
    fields: () => (
      <FormColumns side={<StatusSwitch name="scene_status" label="Scene" />}>
        <TextField name="scene_title" label="Heading of the scene" span={6} />
        <TextField name="scene_school" label="School" span={6} hint="Sends the message, and heads receipt and result" />
        <TextArea name="scene_lead" label="What to do" rows={2} />
        <TextField name="scene_grade" label="Class" span={6} />
        <TextField name="scene_exam" label="Exam" span={6} />
        <TextArea name="scene_pupils" label="Pupils" rows={7} span={6} hint="Seven names, one on each line" />
        <TextArea
          name="scene_marks"
          label="Marks"
          rows={7}
          span={6}
          hint="Up to six lines, each a subject and its mark of 100: বাংলা ৮৮"
        />
        <TextField name="scene_message" label="Message to a guardian" hint="{name} becomes the name of who is absent" />
        <TextArea
          name="scene_fees"
          label="Receipt"
          rows={4}
          hint="Up to four lines, each with its amount in taka: নভেম্বরের বেতন ১২০০"
        />
      </FormColumns>
    ),
  },
  {
    id: 'pages',
    title: 'Pages',
    note: 'What search engines and the title bar say; an empty field brings the built-in text back',
    names: pageTexts.map(({ field }) => field),
    fields: () => <PageFields />,
  },
  {
    id: 'search',
    title: 'Search',
    note: 'An empty field brings the built-in words back',
    names: ['synonyms'],
    fields: () => (
      <FormColumns>
        <TextArea
          name="synonyms"
          label="Words that mean the same"
          rows={10}
          hint="A group in each line, with commas between. Who types one of its words finds what has another. Lines with a hyphen in front list words that are passed over, like ‘please’. Spellings and slips of typing are forgiven anyway."
        />
      </FormColumns>
    ),
  },
  {
    id: 'holidays',
    title: 'Holidays',
    note: 'Next steps are proposed on other days than these, Friday and Saturday',
    names: ['holidays'],
    fields: () => (
      <FormColumns>
        <TextArea
          name="holidays"
          label="Public holidays"
          rows={10}
          hint="A day in each line: 2026-12-16 Victory Day. Correct the days that follow the moon once they are announced. An empty field brings the built-in days back."
        />
      </FormColumns>
    ),
  },
];

function HeroPreview() {
  const [title, emphasis, lead] = useWatch({ name: ['hero_title', 'hero_emphasis', 'hero_lead'] });
  return (
    <figure className="settings-preview">
      <figcaption className="note">Preview</figcaption>
      <div lang="bn">
        <p className="hero-preview-title">
          <HeroTitle title={String(title ?? '')} emphasis={String(emphasis ?? '')} />
        </p>
        <p className="note">{String(lead ?? '')}</p>
      </div>
    </figure>
  );
}

const formFieldNames: Record<FormField, string> = t({
  district: 'District',
  students: 'Number of students',
  institute_kind: 'Kind of institution',
});

const names: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  x: 'X',
  instagram: 'Instagram',
};

const hosts: Record<SocialNetwork, string> = {
  facebook: 'www.facebook.com',
  youtube: 'www.youtube.com',
  linkedin: 'www.linkedin.com',
  x: 'x.com',
  instagram: 'www.instagram.com',
};

/** Characters of a title and a description that search results show, approximately. */
const room = { title: 60, description: 160 } as const;

function PageFields() {
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
            <TextField name={`${wire}_title`} label="Title" hint={`About ${room.title} are shown`} />
            <TextArea name={`${wire}_description`} label="Description" hint={`About ${room.description} are shown`} />
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
