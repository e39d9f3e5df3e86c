import { adminCalls, adminPages } from '#paths.ts';
import { type SpecifiedTexts, specifiedTexts } from '../../../helpers/specified-texts.ts';

/** One list screen: what is written into its form, and what it says. */
export interface Kind extends SpecifiedTexts {
  path: string;
  call: string;
  name: string;
  /** By the label; the first one names the record. */
  fields: Record<string, string>;
  hasImage: boolean;
  /** What stands under the fields of an empty form, by label. */
  errors: Record<string, string>;
  heads: string[];
}

const today = '2027-02-21';

export const kinds: Kind[] = [
  {
    path: adminPages.news,
    call: adminCalls.news,
    name: 'Institutional News',
    hasImage: true,
    fields: {
      Title: 'মাতৃভাষা দিবসে কার্যালয় বন্ধ',
      Date: today,
      'Short title': 'নোটিশ',
      Description: 'একুশে ফেব্রুয়ারি কার্যালয় বন্ধ থাকবে।',
    },
    errors: {
      'Short title': 'Write the short title.',
      Title: 'Write the title.',
      Description: 'Write the description.',
    },
    heads: ['Image', 'Date', 'Short title', 'Title', 'Description', 'Status'],
    ...specifiedTexts.news,
  },
  {
    path: adminPages.testimonials,
    call: adminCalls.testimonials,
    name: 'Testimonial',
    hasImage: true,
    fields: {
      Name: 'পারভীন সুলতানা',
      Position: 'প্রধান শিক্ষক, শাপলা উচ্চ বিদ্যালয়',
      Description: 'মাসের হিসাব এখন এক বিকেলেই শেষ হয়।',
    },
    errors: { Name: 'Write the name.', Position: 'Write the position.', Description: 'Write the description.' },
    heads: ['Image', 'Name', 'Position', 'Description', 'Status'],
    ...specifiedTexts.testimonials,
  },
  {
    path: adminPages.faq,
    call: adminCalls.faq,
    name: 'FAQ',
    hasImage: false,
    fields: { Question: 'পুরোনো খাতার হিসাব কি তোলা যাবে?', Answer: 'যাবে। নমুনা ছকে লিখে দিলেই হয়।' },
    errors: { Question: 'Write the question.', Answer: 'Write the answer.' },
    heads: ['Question', 'Status'],
    ...specifiedTexts.faq,
  },
  {
    path: adminPages.featureCategories,
    call: adminCalls.featureCategories,
    name: 'Features Category',
    hasImage: false,
    fields: { 'Category name': 'যাতায়াত ও বাহন' },
    errors: { 'Category name': 'Write the category name.' },
    heads: ['Category', 'Status'],
    ...specifiedTexts.featureCategories,
  },
  {
    path: adminPages.featureSubCategories,
    call: adminCalls.featureSubCategories,
    name: 'Features sub Category',
    hasImage: false,
    fields: { 'Sub category name': 'বাসের পথ ও সময়', Category: 'নোটিশ' },
    errors: { Category: 'Choose a category.', 'Sub category name': 'Write the sub-category name.' },
    heads: ['Sub category', 'Category', 'Status'],
    ...specifiedTexts.featureSubCategories,
  },
  {
    path: adminPages.featureScreens,
    call: adminCalls.featureScreens,
    name: 'Feature screens',
    hasImage: true,
    fields: { Caption: 'বাস এখন কোথায়, মানচিত্রে দেখুন', Feature: 'ক্লাস রুটিন' },
    errors: { Caption: 'Write the caption.', Feature: 'Choose a feature.' },
    heads: ['Image', 'Caption', 'Feature', 'Device', 'Status'],
    ...specifiedTexts.featureScreens,
  },
  {
    path: adminPages.features,
    call: adminCalls.features,
    name: 'Features',
    hasImage: true,
    fields: { Title: 'বাসের অবস্থান', Category: 'নোটিশ' },
    errors: { Title: 'Write the title.', Category: 'Choose at least one category.' },
    heads: ['Image', 'Title', 'Category', 'Status'],
    ...specifiedTexts.features,
  },
  {
    path: adminPages.videos,
    call: adminCalls.videos,
    name: 'Video Gallery',
    hasImage: false,
    fields: { 'Gallery title': 'বেতন আদায়ের নিয়ম', 'Gallery link': 'https://youtu.be/prangon0f0c' },
    errors: { 'Gallery title': 'Write the title.', 'Gallery link': 'Write the video link.' },
    heads: ['Preview', 'Gallery title', 'Status'],
    ...specifiedTexts.videos,
  },
  {
    path: adminPages.statistics,
    call: adminCalls.statistics,
    name: 'Statistics',
    hasImage: true,
    fields: { 'Statistics title': 'বাস', 'Statistics count': '১,২০৫' },
    errors: { 'Statistics title': 'Write the title.', 'Statistics count': 'Write the count.' },
    heads: ['Image', 'Title', 'Count', 'Status'],
    ...specifiedTexts.statistics,
  },
  {
    path: adminPages.clients,
    call: adminCalls.clients,
    name: 'Client',
    hasImage: true,
    fields: { Name: 'দোয়েল কিন্ডারগার্টেন' },
    errors: {},
    heads: ['Image', 'Name', 'Kind', 'District', 'Status'],
    ...specifiedTexts.clients,
  },
  {
    path: adminPages.packages,
    call: adminCalls.packages,
    name: 'Price packages',
    hasImage: false,
    fields: {
      'Package name': 'অরণ্য',
      'Package category': 'কলেজ',
      'Installation cost': '৩০,০০০',
      'Monthly charge': 'আলোচনা সাপেক্ষে',
    },
    errors: {
      'Package category': 'Choose a package category.',
      'Package name': 'Write the package name.',
      'Installation cost': 'Write the installation cost.',
      'Monthly charge': 'Write the monthly charge.',
    },
    heads: ['Package name', 'Students', 'Installation cost', 'Monthly charge', 'Status'],
    ...specifiedTexts.packages,
  },
  {
    path: adminPages.downloads,
    call: adminCalls.downloads,
    name: 'Download info',
    hasImage: false,
    fields: { Title: 'ভর্তির নির্দেশিকা', 'File address': 'https://example.com/guide.pdf' },
    errors: { Title: 'Write the title.', 'File address': 'Write the address, or upload a file.' },
    heads: ['Title', 'File', 'Status'],
    ...specifiedTexts.downloads,
  },
];
