import { Layers, ListTree, MonitorSmartphone, Sparkles } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const featureCategoriesKind = {
  path: adminPages.featureCategories,
  name: 'Features Category',
  description: 'Categories under which features are told.',
  help: 'Features are sorted into categories on the site, such as exams or accounts. A category can also be made while a feature is written: type its name there. Drag the rows to change their order.',
  keywords: 'features, categories, ফিচার, ক্যাটাগরি, বিভাগ, bibhag, features category, ফিচার ক্যাটাগরি',
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
  help: 'A large category can be divided further here. Choose the category and write the name of the sub-category. Most sites need only a few.',
  keywords:
    'features, sub-categories, subcategories, ফিচার, সাব ক্যাটাগরি, উপবিভাগ, upobibhag, features sub category, ফিচার সাব-ক্যাটাগরি',
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
  help: 'What the software can do is told here. Each feature has a title, a picture and a category, and may have a longer text of its own. Write as you would explain it to a head of a school.',
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
  help: 'Pictures of the software at work stand on the page of their feature. Take one on a computer or a phone, choose the feature and the device, and say in one sentence what is to be seen. Show no real names of pupils.',
  keywords:
    'features, screens, screenshots, tour, pictures, ফিচার, পর্দা, স্ক্রিন, স্ক্রিনশট, porda, feature screens, ফিচারের স্ক্রিন',
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
