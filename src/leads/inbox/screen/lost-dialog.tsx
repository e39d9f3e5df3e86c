import { Modal } from '#ui/admin/dialog/modal.tsx';
import { LostForm, type LostFormProps } from './lost-form.tsx';

interface LostDialogProps extends LostFormProps {
  count: number;
  /** Of the only one. */
  name: string;
}

export default function LostDialog({ count, name, ...form }: LostDialogProps) {
  return (
    <Modal title={count === 1 ? 'Why was it lost?' : `Why were these ${count} lost?`} onClose={form.onClose}>
      <p lang="bn">{count === 1 && name}</p>
      <LostForm {...form} />
    </Modal>
  );
}
