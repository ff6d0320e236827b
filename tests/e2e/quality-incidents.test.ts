/** The layers of repeats, incidents, entities and suppression: what axe finds, in both themes. */
import { describe, test } from 'vitest';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes } from '../helpers/page-checks.ts';
import { INCIDENT_LAYERS } from '../helpers/screen-tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});

describe('every layer and state', () => {
  test.each(INCIDENT_LAYERS)('[UI1] $name', async ({ open }) => {
    await open(product());
    expect(await axeInBothThemes(product().page)).toEqual([]);
  });
});
