/**
 * What the specification says word for word, of the specification and once: the product has its own copy, so that a
 * slip in one of them shows.
 */
export interface SpecifiedTexts {
  /** As in 'You are about to Delete this news.' */
  one: string;
  deleteTitle: string;
  updated: string;
  deleted: string;
  deleteFailed: string;
  restored: string;
}

export const said = {
  created: 'Created successfully',
  noData: 'Data Not Found!',
  sent: 'Kindly check your email for the demo link and password!',
  sentToast: 'Successfully Created !',
  loading: 'Loading...',
  submitFailed: 'An error occurred while submitting the form.',
  noSuchCredential: 'This credential does not exist.',
};

/** As most lists say it. */
function textsOf(one: string, name = one.charAt(0).toUpperCase() + one.slice(1)): SpecifiedTexts {
  return {
    one,
    deleteTitle: `Delete ${one}`,
    updated: `${name} updated successfully`,
    deleted: `${name} deleted successfully`,
    deleteFailed: `Failed to delete the ${one}`,
    restored: `${name} restored successfully`,
  };
}

export const specifiedTexts = {
  news: { ...textsOf('news', 'news'), deleted: 'news Deleted successfully', deleteFailed: 'Failed to Delete the news' },
  testimonials: textsOf('testimonial'),
  faq: textsOf('question', 'FAQ'),
  featureCategories: textsOf('features category'),
  featureSubCategories: textsOf('features sub category'),
  featureScreens: textsOf('feature screen'),
  features: textsOf('feature'),
  videos: { ...textsOf('video'), deleteTitle: 'Delete Video' },
  statistics: textsOf('statistic'),
  clients: textsOf('client'),
  packages: textsOf('package'),
  downloads: textsOf('download'),
  packageCategories: textsOf('package category'),
} satisfies { [kind: string]: SpecifiedTexts };
