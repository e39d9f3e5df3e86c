import { t } from '#i18n/text.ts';
import './shortcuts.css';
import { Modal } from '#ui/admin/dialog/modal.tsx';

const groups: { name: string; keys: [string, string][] }[] = t([
  {
    name: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search or jump to'],
      ['/', 'Search this list'],
      ['Ctrl S', 'Save the form'],
      ['Esc', 'Close what is open'],
      ['?', 'This sheet'],
    ],
  },
  {
    name: 'Leads',
    keys: [
      ['J', 'Next lead'],
      ['K', 'Previous lead'],
      ['Enter', 'Open the lead'],
      ['C', 'Call, and say how it ended'],
      ['E', 'Stage'],
      ['N', 'Next step'],
      ['1', 'Choose the first of what stands in a row; 2 the second'],
      ['W', 'WhatsApp, with a template; after a call, the proposed one'],
      ['I', 'Make it mine'],
      ['Z', 'Undo what was done last'],
    ],
  },
  {
    name: 'Writing',
    keys: [
      ['Ctrl B', 'Bold'],
      ['Ctrl I', 'Italic'],
      ['Ctrl U', 'Underline'],
      ['Ctrl K', 'Link'],
      ['Ctrl E', 'Code'],
      ['Ctrl Shift L', 'Align left'],
      ['Ctrl Shift E', 'Centre'],
      ['Ctrl Shift R', 'Align right'],
      ['Ctrl Z', 'Undo'],
      ['Ctrl Shift Z', 'Redo'],
      ['Ctrl \\', 'Clear the formatting'],
      ['Alt F10', 'To the tools'],
      ['Esc, Tab', 'Leave the text'],
    ],
  },
]);

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <div className="shortcuts">
        {groups.map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="note">On a Mac, Cmd stands for Ctrl.</p>
      </div>
    </Modal>
  );
}
