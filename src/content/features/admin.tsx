import { useSearchParams } from 'react-router';
import { FeatureList } from './admin-list.tsx';
import { FeatureDetailsAdmin } from './details/admin-details.tsx';

/** `?details=7` shows the details of that feature. */
export default function FeaturesAdmin() {
  const [address, setAddress] = useSearchParams();
  const details = Number(address.get('details'));
  const show = (id: number | null, edit?: number) =>
    setAddress({ ...(id !== null && { details: String(id) }), ...(edit !== undefined && { edit: String(edit) }) });
  if (details > 0) {
    return <FeatureDetailsAdmin id={details} onBack={() => show(null)} onEdit={() => show(null, details)} />;
  }
  return <FeatureList onView={({ id }) => show(id)} />;
}
