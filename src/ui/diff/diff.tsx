import { TextLoadError } from '../editor/editor'
import { useLoaded } from '../use-loaded'
import { Skeleton } from '../skeleton'
import css from './diff.module.css'
import type { DiffProps } from './props'

const loadView = () => import('./diff-view')

type Props = DiffProps & { load?: () => Promise<Pick<typeof import('./diff-view'), 'DiffView'>> }

/** The difference between two texts, or a unified patch. The code is loaded when the first one is shown. */
export function Diff({ load = loadView, ...props }: Props) {
  const view = useLoaded(load)
  if (view.is === 'ready') return <view.value.DiffView {...props} />
  return (
    <div className={css.diff}>
      {view.is === 'loading' ? (
        <Skeleton label={`Loading ${props.label}…`} as="text" lines={6} />
      ) : (
        <TextLoadError what={props.label} retry={view.retry} text={'patch' in props ? props.patch : props.after} />
      )}
    </div>
  )
}
