import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { usePaletteKeys } from './palette-keys.ts';
import type { PaletteLayer } from './palette-store.ts';
import { useServices } from './services-context.tsx';

interface LayerProps {
  open: boolean;
  onClose: () => void;
}

/** A layer is fetched when it is first asked for, and stays. */
const LAYERS: Readonly<Record<PaletteLayer, ComponentType<LayerProps>>> = {
  palette: lazy(async () => ({ default: (await import('./palette.tsx')).Palette })),
  shortcuts: lazy(async () => ({
    default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet,
  })),
};
/** What is typed at once after the key must find the field: the palette is fetched ahead, in a quiet moment. */
const FETCHED_AHEAD_AFTER_MS = 1_500;

/** Palette and shortcuts sheet: their keys, and the two of them over whatever screen is open. */
export function PaletteHost() {
  const { palette } = useServices();
  usePaletteKeys(palette);
  useEffect(() => {
    const timer = setTimeout(() => void import('./palette.tsx'), FETCHED_AHEAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Layer name="palette" />
      <Layer name="shortcuts" />
    </>
  );
}

function Layer({ name }: { name: PaletteLayer }): ReactNode {
  const { palette } = useServices();
  const open = useStore(palette, (state) => state.layer === name);
  const [isWanted, setIsWanted] = useState(false);
  if (open && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  const Shown = LAYERS[name];
  return (
    <Suspense fallback={null}>
      <Shown open={open} onClose={palette.getState().hide} />
    </Suspense>
  );
}
