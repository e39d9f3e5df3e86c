/** The rooms of the courtyard on the home page; each leads to the feature that staff chose for it. */
export const rooms = ['admission', 'attendance', 'routine', 'fees', 'results', 'library', 'notice'] as const;

export type Room = (typeof rooms)[number];
