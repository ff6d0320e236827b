/** Kinds of endpoints, and where each stands by itself. All speak chat completions. */
export const PRESETS = [
  'openai',
  'azure',
  'ollama',
  'llama-cpp',
  'vllm',
  'lm-studio',
  'compatible',
] as const;
export type Preset = (typeof PRESETS)[number];

export interface PresetFacts {
  readonly label: string;
  /** Filled in where it is chosen; empty: it is one's own. */
  readonly baseUrl: string;
  readonly note: string;
  readonly needsKey: boolean;
  /** How it wants the limit of an answer named. */
  readonly limitField: 'max_tokens' | 'max_completion_tokens';
  /** Whether it takes a temperature of 0, so that the same question has the same answer. */
  readonly takesTemperature: boolean;
}

export const PRESET_FACTS: Readonly<Record<Preset, PresetFacts>> = {
  openai: {
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    note: 'Texts leave this machine, with names replaced and secrets removed.',
    needsKey: true,
    limitField: 'max_completion_tokens',
    takesTemperature: false,
  },
  azure: {
    label: 'Azure-style',
    baseUrl: '',
    note: 'The address of the resource, without /openai. The model is the name of a deployment.',
    needsKey: true,
    limitField: 'max_completion_tokens',
    takesTemperature: false,
  },
  ollama: {
    label: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    note: 'Cuts long prompts silently unless its context is set: OLLAMA_CONTEXT_LENGTH=16384 or more.',
    needsKey: false,
    limitField: 'max_tokens',
    takesTemperature: true,
  },
  'llama-cpp': {
    label: 'llama.cpp server',
    baseUrl: 'http://127.0.0.1:8080/v1',
    note: 'Start it with --jinja for tools, and -c 16384 or more for long prompts.',
    needsKey: false,
    limitField: 'max_tokens',
    takesTemperature: true,
  },
  vllm: {
    label: 'vLLM',
    baseUrl: 'http://127.0.0.1:8000/v1',
    note: 'Start it with --enable-auto-tool-choice and a tool parser for tools.',
    needsKey: false,
    limitField: 'max_tokens',
    takesTemperature: true,
  },
  'lm-studio': {
    label: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    note: 'Set the context length of the loaded model to 16384 or more.',
    needsKey: false,
    limitField: 'max_tokens',
    takesTemperature: true,
  },
  compatible: {
    label: 'Any compatible',
    baseUrl: '',
    note: 'Any server with /models and /chat/completions under this address.',
    needsKey: false,
    limitField: 'max_tokens',
    takesTemperature: true,
  },
};
