import { hydrateAs } from '#ui/site/hydrate.tsx';
import { VideoGallery } from './video-gallery.tsx';

export const hydrate = hydrateAs(VideoGallery);
