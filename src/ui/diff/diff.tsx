import type { ComponentType } from 'react'
import { TextLoadError } from '../editor/editor'
import { lazyComponent } from '../lazy-component'
import { Skeleton } from '../skeleton'
import css from './diff.module.css'
import type { DiffProps } from './props'

const loadView = () => import('./diff-view')

/** @param load loads the code with the first difference */
export const createDiff = (load: () => Promise<{ default: ComponentType<DiffProps> }>) =>
  lazyComponent<DiffProps>({
    load,
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

/** The difference between two texts, or a unified patch. */
export const Diff = createDiff(loadView)
