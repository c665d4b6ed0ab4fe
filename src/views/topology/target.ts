import type { Component } from '@/api/topology/topology'
import type { Target } from '../../commands/command'
import { componentTitle } from './facts'

export const toComponentTarget = (component: Pick<Component, 'id' | 'text' | 'name'>): Target<'component'> => ({
  kind: 'component',
  id: component.id,
  label: componentTitle(component),
})
