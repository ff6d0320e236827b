/** Whether anything may leave, as the port and the guard below it ask. */
export interface IsolationSwitch {
  isIsolated(): boolean;
  /** Whether a model on this machine may be called while the workspace is isolated. */
  allowsLocalModel(): boolean;
  /** Called after each change; the answer ends that. */
  onChange(listener: () => void): () => void;
}
