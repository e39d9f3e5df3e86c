/** A drawing in db/sample/pictures, without the extension. */
export type PictureName = ScenePicture | FeaturePicture | StatisticPicture | CrestPicture | PortraitPicture;

export type ScenePicture =
  | 'classroom'
  | 'school-building'
  | 'parent-phone'
  | 'exam-papers'
  | 'teacher-training'
  | 'attendance-ledger'
  | 'library-shelf'
  | 'science-lab'
  | 'rain-boat'
  | 'fee-counter'
  | 'routine-board'
  | 'sports-day'
  | 'computer-lab';

export type FeaturePicture =
  | 'feature-admission'
  | 'feature-attendance'
  | 'feature-fees'
  | 'feature-results'
  | 'feature-routine'
  | 'feature-notice'
  | 'feature-library'
  | 'feature-accounts'
  | 'feature-staff'
  | 'feature-certificate'
  | 'feature-website'
  | 'feature-app';

export type StatisticPicture =
  | 'stat-institution'
  | 'stat-students'
  | 'stat-attendance'
  | 'stat-years'
  | 'stat-teachers'
  | 'stat-messages'
  | 'stat-receipts'
  | 'stat-districts';

export type CrestPicture =
  | 'crest-01'
  | 'crest-02'
  | 'crest-03'
  | 'crest-04'
  | 'crest-05'
  | 'crest-06'
  | 'crest-07'
  | 'crest-08'
  | 'crest-09'
  | 'crest-10'
  | 'crest-11'
  | 'crest-12'
  | 'crest-13'
  | 'crest-14'
  | 'crest-15'
  | 'crest-16';

export type PortraitPicture = 'portrait-1' | 'portrait-2' | 'portrait-3' | 'portrait-4' | 'portrait-5' | 'portrait-6';

export interface SampleAbout {
  date: string;
  title: string;
  shortDescription: string;
  description: string;
  content: string;
  picture: PictureName;
}

export interface SampleStatistic {
  title: string;
  count: string;
  picture: PictureName;
}

export interface SampleNews {
  date: string;
  shortTitle: string;
  title: string;
  description: string;
  content: string;
  picture: PictureName;
}

export interface SampleFeatureCategory {
  name: string;
  subCategories: string[];
}

interface SampleFeatureDetail {
  category: string;
  subCategory: string;
  content: string;
}

export interface SampleFeature {
  title: string;
  picture: PictureName;
  categories: string[];
  details: SampleFeatureDetail[];
}

interface SamplePackage {
  name: string;
  installationCost: string;
  monthlyCharge: string;
}

export interface SamplePackageCategory {
  name: string;
  packages: SamplePackage[];
}

export interface SampleClient {
  title: string;
  picture: PictureName;
}

export interface SampleTestimonial {
  name: string;
  position: string;
  description: string;
  picture: PictureName | null;
}

export interface SampleVideo {
  title: string;
  link: string;
}

export interface SampleDownload {
  title: string;
  fileName: string;
}

/** How to reach the vendor; phone numbers are E.164. */
export interface SampleVendor {
  phone: string;
  whatsapp: string;
  email: string;
  address: string;
  facebook: string;
  youtube: string;
}

/** A request for a demo that came some hours ago, and how far it has come since. */
export interface SampleLead {
  name: string;
  institute: string;
  /** E.164. */
  number: string;
  email: string;
  stage: 'new' | 'contacted' | 'demo_given' | 'won' | 'lost';
  hoursAgo: number;
  nextStep?: { text: string; inDays: number };
  lostReason?: string;
  note?: string;
  students?: string;
  packageNote?: string;
}

export interface SampleContent {
  about: SampleAbout[];
  statistics: SampleStatistic[];
  news: SampleNews[];
  featureCategories: SampleFeatureCategory[];
  features: SampleFeature[];
  packageCategories: SamplePackageCategory[];
  clients: SampleClient[];
  testimonials: SampleTestimonial[];
  videos: SampleVideo[];
  downloads: SampleDownload[];
  vendor: SampleVendor;
  leads: SampleLead[];
}
