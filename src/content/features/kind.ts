import { Layers, ListTree, MonitorSmartphone, Sparkles } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const featureCategoriesKind = {
  path: adminPages.featureCategories,
  name: 'Features Category',
  description: 'Categories under which features are told.',
  keywords: 'features, categories, ফিচার, ক্যাটাগরি, বিভাগ, bibhag',
  icon: Layers,
  group: 'Content',
  entry: 'Features',
  place: 42,
  call: adminCalls.featureCategories,
  onSite: pages.features,
  audited: { feature_categories: { noun: 'feature category', nameIn: 'category_name' } },
  module: 'content/features/categories/admin.tsx',
} satisfies Kind;

export const featureSubCategoriesKind = {
  path: adminPages.featureSubCategories,
  name: 'Features sub Category',
  description: 'Sub-categories of the categories of features.',
  keywords: 'features, sub-categories, subcategories, ফিচার, সাব ক্যাটাগরি, উপবিভাগ, upobibhag',
  icon: ListTree,
  group: 'Content',
  entry: 'Features',
  place: 44,
  call: adminCalls.featureSubCategories,
  onSite: pages.features,
  audited: { feature_sub_categories: { noun: 'feature sub-category', nameIn: 'sub_category_name' } },
  module: 'content/features/sub-categories/admin.tsx',
} satisfies Kind;

export const featuresKind = {
  path: adminPages.features,
  name: 'Features',
  description: 'Features of the software, and what is told of them.',
  keywords: 'features, details, content, modules, ফিচার, সুবিধা, বৈশিষ্ট্য, মডিউল, subidha, boishishto',
  icon: Sparkles,
  group: 'Content',
  entry: 'Features',
  place: 46,
  call: adminCalls.features,
  onSite: pages.features,
  audited: { features: { noun: 'feature', nameIn: 'title' }, feature_details: { noun: 'feature details' } },
  module: 'content/features/admin.tsx',
} satisfies Kind;

export const featureScreensKind = {
  path: adminPages.featureScreens,
  name: 'Feature screens',
  description: 'Pictures of the software at work, on the page of their feature and as a tour on the home page.',
  keywords: 'features, screens, screenshots, tour, pictures, ফিচার, পর্দা, স্ক্রিন, স্ক্রিনশট, porda',
  icon: MonitorSmartphone,
  group: 'Content',
  entry: 'Features',
  place: 48,
  call: adminCalls.featureScreens,
  titleField: 'caption',
  onSite: pages.features,
  audited: { feature_screens: { noun: 'feature screen', nameIn: 'caption' } },
  module: 'content/features/screens/admin.tsx',
} satisfies Kind;
