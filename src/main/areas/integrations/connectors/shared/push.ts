/** What alerts that are sent out say of where they come from; what comes back under it is known. */
export const OUR_SOURCE = 'Watchfloor';
