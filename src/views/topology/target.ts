import type { Component } from '../../api/topology'
import type { Target } from '../../commands/command'
import { titleOf } from './facts'

export const targetOf = (component: Pick<Component, 'id' | 'text' | 'name'>): Target<'component'> => ({
  kind: 'component',
  id: component.id,
  label: titleOf(component),
})
