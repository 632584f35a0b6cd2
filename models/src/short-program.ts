/**
 * A lane's program may be written beside its parameters, `"aqm": {"program": "..."}`; in documents it is one
 * of the parameters.
 */
import { isObject, type JsonObject } from './path.ts';

export function withPrograms(document: JsonObject): JsonObject {
  const { lanes } = document;
  return Array.isArray(lanes) ? { ...document, lanes: lanes.map(ofLane) } : document;
}

function ofLane(lane: unknown): unknown {
  if (!isObject(lane) || !isObject(lane.aqm)) return lane;
  const { program, id = 'program', params = {}, ...rest } = lane.aqm;
  // The schema check refuses anything else.
  if (program === undefined || id !== 'program' || !isObject(params) || 'program' in params) return lane;
  return { ...lane, aqm: { id, params: { program, ...params }, ...rest } };
}
