import { calls, pages } from '#paths.ts';

/** Every public route, with a record of the sample where it shows one. */
export async function publicRoutes(origin: string): Promise<string[]> {
  const [news, features, about] = await Promise.all([
    json<{ data: { id: number }[] }>(calls.news),
    json<{ id: number }[]>(calls.features),
    json<{ id: number }>(calls.about),
  ]);
  return [
    pages.home,
    pages.about,
    pages.features,
    pages.packages,
    pages.clients,
    pages.news,
    pages.downloads,
    pages.search,
    pages.newsDetails(news.data[0]?.id ?? 0),
    pages.featureDetails(features[0]?.id ?? 0),
    pages.aboutDetails(about.id),
  ];

  async function json<T>(path: string): Promise<T> {
    return (await fetch(origin + path)).json() as Promise<T>;
  }
}
