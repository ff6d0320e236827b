import { describe } from 'vitest';
import { holdCompromisedModel } from './hold-compromised.ts';

describe('[AG5] a model that obeys every injection changes nothing and hides nothing: the whole corpus', () => {
  holdCompromisedModel(1, 1_200_000);
});
