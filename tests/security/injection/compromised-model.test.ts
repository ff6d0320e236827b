import { describe } from 'vitest';
import { holdCompromisedModel } from './hold-compromised.ts';

describe('[AG5] a model that obeys every injection changes nothing and hides nothing: a part of the corpus', () => {
  holdCompromisedModel(39, 60000);
});
