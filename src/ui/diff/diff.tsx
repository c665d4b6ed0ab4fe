import { TextLoadError } from '../editor/editor'
import { lazyComponent } from '../lazy-component'
import { Skeleton } from '../skeleton'
import css from './diff.module.css'
import type { DiffProps } from './props'

/** The difference between two texts, or a unified patch. The code is loaded when the first one is shown. */
export const Diff = lazyComponent<DiffProps>({
  load: () => import('./diff-view'),
  pending: ({ label }) => (
    <div className={css.diff}>
      <Skeleton label={`Loading ${label}…`} as="text" lines={6} />
    </div>
  ),
  failed: (props, retry) => (
    <div className={css.diff}>
      <TextLoadError what={props.label} retry={retry} text={'patch' in props ? props.patch : props.after} />
    </div>
  ),
})
