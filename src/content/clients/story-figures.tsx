import { Icon } from '#ui/site/icon.tsx';
import { figuresOf } from './opening.ts';
import type { ClientWithStory } from './schema.ts';
import { clientStrings } from './strings.ts';

export function StoryFigures({ client }: { client: ClientWithStory }) {
  const figures = figuresOf(client);
  if (figures.length === 0) return null;
  return (
    <dl className="story-figures">
      {figures.map(({ measure, before, after }) => (
        <div key={measure}>
          <dt>{measure}</dt>
          <dd>
            {before && (
              <>
                <span>
                  <span className="sr-only">{clientStrings.before} </span>
                  {before}
                </span>
                <Icon name="arrow" />
                <span className="sr-only">{clientStrings.after} </span>
              </>
            )}
            <b>{after}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}
