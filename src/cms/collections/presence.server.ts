import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { eventText } from '#platform/session/event-streams.server.ts';
import type { AppContext } from '../context.server.ts';

const maxNames = 10;

/**
 * Whoever follows the stream has the record open: `present` names the others to each, when one of them comes or goes. It
 * is known in the memory of this instance alone.
 */
export function presenceRoute(
  { streams: { streams, open, send } }: AppContext,
  scope: StaffScope,
  { path, table }: { path: string; table: string },
  findLive: (id: number) => Promise<unknown>,
): void {
  const tell = (about: string) =>
    send(({ topic, user }) => {
      if (topic !== about) return null;
      const others = [...streams].filter((other) => other.topic === about && other.user.id !== user.id);
      return eventText('present', [...new Set(others.map((other) => other.user.name))].slice(0, maxNames));
    });

  scope.get<{ Params: { id: string } }>(
    `${path}/:id/presence`,
    {
      // It ends with its session, which a program doesn't have.
      config: { isForPrograms: false },
      schema: { summary: 'Follow who has a {one} open', describedAnswer: 'text/event-stream' },
    },
    async (request, reply) => {
      const id = idOf(request);
      await findLive(id);
      const topic = `${table} ${id}`;
      open(request, reply, { area: scope.area, topic, onClose: () => void tell(topic) });
      await tell(topic);
      return reply;
    },
  );
}
