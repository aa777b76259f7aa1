import { type AnyMachineSnapshot, type AnyStateMachine, createMachine, type StateValue } from 'xstate';
import { charts } from '@/generated/charts';
import type { MachineName } from '@/generated/types';
import { isObject, textOf } from '@/lib/json';

/** One way from a state to another. */
export interface Edge {
  from: string;
  to: string;
  event: string;
}

/** A generated chart, flattened: the wire speaks of the innermost states only. */
export interface Chart {
  name: MachineName;
  initial: string;
  states: readonly string[];
  edges: readonly Edge[];
  machine: AnyStateMachine;
  /** What XState calls the state of this name, from the outermost state inwards. */
  valueOf: (state: string) => StateValue | undefined;
}

function targetsOf(transition: unknown): string[] {
  const target = textOf(transition);
  if (target) return [target];
  if (Array.isArray(transition)) return transition.flatMap(targetsOf);
  return isObject(transition) ? targetsOf(transition.target) : [];
}

const bare = (target: string) => target.slice(Math.max(target.lastIndexOf('.'), target.lastIndexOf('#')) + 1);

function transitionsOf(node: unknown): [string, string][] {
  if (!isObject(node) || !isObject(node.on)) return [];
  return Object.entries(node.on).flatMap(([event, transition]) =>
    targetsOf(transition).map((target): [string, string] => [event, bare(target)]),
  );
}

interface Leaf {
  name: string;
  value: StateValue;
  /** Its own transitions and those of the states around it. */
  transitions: [string, string][];
}

function leavesOf(node: unknown, inherited: [string, string][]): Leaf[] {
  if (!isObject(node) || !isObject(node.states)) return [];
  return Object.entries(node.states).flatMap(([name, child]): Leaf[] => {
    const transitions = [...transitionsOf(child), ...inherited];
    const inner = leavesOf(child, transitions);
    if (inner.length === 0) return [{ name, value: name, transitions }];
    return inner.map(leaf => ({ ...leaf, value: { [name]: leaf.value } }));
  });
}

function initialOf(node: unknown): string {
  if (!isObject(node)) return '';
  const initial = textOf(node.initial) ?? '';
  const inner = isObject(node.states) ? initialOf(node.states[initial]) : '';
  return inner || initial;
}

function readChart(name: MachineName): Chart {
  const config = charts[name];
  const leaves = leavesOf(config, transitionsOf(config));
  const values = new Map(leaves.map(leaf => [leaf.name, leaf.value]));
  const edges = leaves.flatMap(leaf =>
    leaf.transitions.map(([event, to]): Edge => ({ from: leaf.name, to, event })),
  );
  const unique = new Map(edges.map(edge => [`${edge.from} ${edge.event} ${edge.to}`, edge]));
  return {
    name,
    initial: initialOf(config),
    states: leaves.map(leaf => leaf.name),
    edges: [...unique.values()],
    machine: createMachine(config),
    valueOf: state => values.get(state),
  };
}

const read = new Map<MachineName, Chart>();

export function chartOf(name: MachineName): Chart {
  const known = read.get(name);
  if (known) return known;
  const chart = readChart(name);
  read.set(name, chart);
  return chart;
}

/** The chart's own view of a state, which is where `matches` and `hasTag` come from. */
export function resolve(chart: Chart, state: string): AnyMachineSnapshot | null {
  const value = chart.valueOf(state);
  return value === undefined ? null : chart.machine.resolveState({ value, context: {} });
}

export function knowsEdge(chart: Chart, from: string, event: string, to: string): boolean {
  return chart.edges.some(edge => edge.from === from && edge.event === event && edge.to === to);
}
