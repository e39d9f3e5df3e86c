import { Copy, Download, Printer } from 'lucide-react';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyError } from '#ui/admin/notify.tsx';

export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${location.host}\n\n${codes.join('\n')}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      notifyDone('Copied');
    } catch (error) {
      notifyError(error);
    }
  }

  return (
    <Modal title="Recovery codes" onClose={onClose}>
      <p className="factor-why">
        Each of these signs you in once where your app or passkey is lost. They are shown only now: keep them where you
        find them without this device.
      </p>
      <p className="note">For {location.host}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="recovery-ways flow">
        {'clipboard' in navigator && (
          <button type="button" className="button button-quiet button-small" onClick={copy}>
            <Copy />
            Copy
          </button>
        )}
        <a
          className="button button-quiet button-small"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          <Download />
          Download
        </a>
        <button type="button" className="button button-quiet button-small" onClick={() => window.print()}>
          <Printer />
          Print
        </button>
      </div>
      <div className="dialog-buttons">
        <button type="button" className="button button-primary" onClick={onClose}>
          I have kept them
        </button>
      </div>
    </Modal>
  );
}
