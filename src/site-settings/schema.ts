import * as z from 'zod/mini';
import type { Picture } from '#wire/picture.ts';
import { pictureOnWire } from '#wire/records.ts';

/** The name of these facts where a write says what it changed. */
export const vendorKind = 'vendor';

/** Facts about the vendor, which staff edit and the whole site shows. What is null is shown nowhere. */
export interface SiteSettings {
  name: string;
  /** One sentence about the product. */
  tagline: string;
  /** Null: the mark that is drawn into every page. */
  logo: Picture | null;
  phone: Phone | null;
  whatsapp: Phone | null;
  email: string | null;
  /** Of the office; several lines. */
  address: string | null;
  /** The pages of the vendor elsewhere, in a fixed order. */
  social: SocialLink[];
  hero: Hero;
  pages: Record<PageName, PageText>;
  /** ISO 8601 in UTC. */
  updatedAt: string;
}

export interface Phone {
  /** As machines dial it: `+8801712345678`. */
  number: string;
  /** As readers know it: `০১৭১২-৩৪৫৬৭৮`. */
  shown: string;
}

export const networks = ['facebook', 'youtube', 'linkedin', 'x', 'instagram'] as const;

export type Network = (typeof networks)[number];

interface SocialLink {
  network: Network;
  url: string;
}

/** The first words of the home page. */
export interface Hero {
  /** A line break in it is one on the page. */
  title: string;
  /** The words of the title that stand out; may be empty. */
  emphasis: string;
  lead: string;
  /** Stands under the button that opens the demo form. */
  hint: string;
}

/** The public routes with a title of their own, and how their texts are called on the wire. */
export const pageNames = {
  home: 'home',
  about: 'about',
  features: 'features',
  packages: 'packages',
  clients: 'clients',
  news: 'news',
  downloads: 'downloads',
  search: 'search',
  offline: 'offline',
  notFound: 'not_found',
  error: 'error',
} as const;

export type PageName = keyof typeof pageNames;

/** What a page says of itself to search engines and in the title bar. */
export interface PageText {
  title: string;
  description: string;
  keywords: string;
}

/** A chat with this number. */
export function whatsappLink({ number }: Phone): string {
  return `https://wa.me/${number.slice(1)}`;
}

const pageFields = ['title', 'description', 'keywords'] as const;

/** How a text of a page is called on the wire: `home_title`. */
type PageField = `${(typeof pageNames)[PageName]}_${(typeof pageFields)[number]}`;

/** Every text of every page, with its name on the wire. */
export const pageTexts = (Object.keys(pageNames) as PageName[]).flatMap((page) =>
  pageFields.map((part) => ({ page, part, field: `${pageNames[page]}_${part}` as PageField })),
);

/** What stands in a plain field of the form. */
export const settingsFields = [
  ...(['name', 'tagline', 'phone', 'whatsapp', 'email', 'address'] as const),
  ...networks,
  ...(['hero_title', 'hero_emphasis', 'hero_lead', 'hero_hint'] as const),
] as const;

const texts = [...settingsFields, ...pageTexts.map(({ field }) => field)];

/** The settings as the back office edits them: texts as they are shown, also the built-in ones; contacts may be empty. */
export const settingsOnWire = z.object({
  ...(Object.fromEntries(texts.map((field) => [field, z.string()])) as Record<(typeof texts)[number], z.ZodMiniString>),
  ...pictureOnWire,
  /** 1: the picture is the logo, 0: the drawn mark is. */
  logo_status: z.int(),
  updated_at: z.string(),
});

export type SettingsOnWire = z.infer<typeof settingsOnWire>;
