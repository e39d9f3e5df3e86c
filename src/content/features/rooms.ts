/** Rooms of the home scene; staff choose the feature that each links to. */
export const rooms = ['admission', 'attendance', 'routine', 'fees', 'results', 'library', 'notice'] as const;

export type Room = (typeof rooms)[number];
