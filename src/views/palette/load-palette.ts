import { findLoaded, loadModule } from '@/lib/load-module'

const load = () => import('./palette')

type Palette = Awaited<ReturnType<typeof load>>['Palette']

/** The palette if its code is loaded, so that it can open before the next key press. */
export const loadedPalette = (): Palette | undefined => findLoaded(load)?.value.Palette

export const loadPalette = async (): Promise<Palette> => (await loadModule(load)).Palette
