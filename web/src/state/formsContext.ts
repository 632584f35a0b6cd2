import { createContext, type ReactNode } from 'react';

/** The forms of traffic and network, for a view: a view stands by itself and imports none of the panel's. */
export const FormsContext = createContext<ReactNode>(null);
