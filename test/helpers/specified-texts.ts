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

export const specifiedTexts = {
  news: {
    one: 'news',
    deleteTitle: 'Delete news',
    updated: 'news updated successfully',
    deleted: 'news Deleted successfully',
    deleteFailed: 'Failed to Delete the news',
    restored: 'news restored successfully',
  },
  testimonials: {
    one: 'testimonial',
    deleteTitle: 'Delete testimonial',
    updated: 'Testimonial updated successfully',
    deleted: 'Testimonial deleted successfully',
    deleteFailed: 'Failed to delete the testimonial',
    restored: 'Testimonial restored successfully',
  },
  faq: {
    one: 'question',
    deleteTitle: 'Delete question',
    updated: 'FAQ updated successfully',
    deleted: 'FAQ deleted successfully',
    deleteFailed: 'Failed to delete the question',
    restored: 'FAQ restored successfully',
  },
  featureCategories: {
    one: 'features category',
    deleteTitle: 'Delete features category',
    updated: 'Features category updated successfully',
    deleted: 'Features category deleted successfully',
    deleteFailed: 'Failed to delete the features category',
    restored: 'Features category restored successfully',
  },
  featureSubCategories: {
    one: 'features sub category',
    deleteTitle: 'Delete features sub category',
    updated: 'Features sub category updated successfully',
    deleted: 'Features sub category deleted successfully',
    deleteFailed: 'Failed to delete the features sub category',
    restored: 'Features sub category restored successfully',
  },
  featureScreens: {
    one: 'feature screen',
    deleteTitle: 'Delete feature screen',
    updated: 'Feature screen updated successfully',
    deleted: 'Feature screen deleted successfully',
    deleteFailed: 'Failed to delete the feature screen',
    restored: 'Feature screen restored successfully',
  },
  features: {
    one: 'feature',
    deleteTitle: 'Delete feature',
    updated: 'Feature updated successfully',
    deleted: 'Feature deleted successfully',
    deleteFailed: 'Failed to delete the feature',
    restored: 'Feature restored successfully',
  },
  videos: {
    one: 'video',
    deleteTitle: 'Delete Video',
    updated: 'Video updated successfully',
    deleted: 'Video deleted successfully',
    deleteFailed: 'Failed to delete the video',
    restored: 'Video restored successfully',
  },
  statistics: {
    one: 'statistic',
    deleteTitle: 'Delete statistic',
    updated: 'Statistic updated successfully',
    deleted: 'Statistic deleted successfully',
    deleteFailed: 'Failed to delete the statistic',
    restored: 'Statistic restored successfully',
  },
  clients: {
    one: 'client',
    deleteTitle: 'Delete client',
    updated: 'Client updated successfully',
    deleted: 'Client deleted successfully',
    deleteFailed: 'Failed to delete the client',
    restored: 'Client restored successfully',
  },
  packages: {
    one: 'package',
    deleteTitle: 'Delete package',
    updated: 'Package updated successfully',
    deleted: 'Package deleted successfully',
    deleteFailed: 'Failed to delete the package',
    restored: 'Package restored successfully',
  },
  downloads: {
    one: 'download',
    deleteTitle: 'Delete download',
    updated: 'Download updated successfully',
    deleted: 'Download deleted successfully',
    deleteFailed: 'Failed to delete the download',
    restored: 'Download restored successfully',
  },
  packageCategories: {
    one: 'package category',
    deleteTitle: 'Delete package category',
    updated: 'Package category updated successfully',
    deleted: 'Package category deleted successfully',
    deleteFailed: 'Failed to delete the package category',
    restored: 'Package category restored successfully',
  },
} satisfies { [kind: string]: SpecifiedTexts };
