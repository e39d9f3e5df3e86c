import './pictures.css';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { LibraryPicture } from '#api/picture.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { SearchBox } from '#ui/table/search-box.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { pictureName, useLibrary } from './use-library.ts';

export interface PickerProps {
  onPick: (picture: LibraryPicture) => void;
  onClose: () => void;
}

export default function Picker({ onPick, onClose }: PickerProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<LibraryPicture | null>(null);
  const library = useLibrary({ search });

  if (chosen) {
    return (
      <Modal title={pictureName(chosen)} wide onClose={onClose}>
        <div className="picture-large center">
          <img src={chosen.image} alt="" width={chosen.width} height={chosen.height} />
        </div>
        <p className="note">{chosen.alt || 'Nothing is said yet about what it shows.'}</p>
        <div className="picture-ways">
          <button type="button" className="button button-quiet" onClick={() => setChosen(null)}>
            <ArrowLeft />
            All pictures
          </button>
        </div>
        <DialogButtons onCancel={onClose}>
          <button type="button" className="button button-primary" onClick={() => onPick(chosen)}>
            Use this picture
          </button>
        </DialogButtons>
      </Modal>
    );
  }
  return (
    <Modal title="Choose from the library" wide onClose={onClose}>
      <div className="picker-search">
        <SearchBox
          query={search}
          onSearch={setSearch}
          label="Search the library"
          placeholder="Name, or what it shows"
        />
      </div>
      <PictureGrid
        library={library}
        onChoose={setChosen}
        emptyHint={search ? 'Nothing matches. Change the search.' : 'What is uploaded anywhere is kept here.'}
      />
    </Modal>
  );
}
