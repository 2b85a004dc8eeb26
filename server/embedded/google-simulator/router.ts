import type { Exchange, Route } from './exchange.js';
import { API_HOSTS } from './operations.js';

/** A route and the values of its path's parts. */
export interface Match {
  route: Route;
  params: Record<string, string>;
}

/** Finds the route of a request; undefined when Google has none like it. */
export function createRouter(routes: Route[]): (exchange: Omit<Exchange, 'params'>) => Match | undefined {
  const compiled = routes.map((route) => ({ route, pattern: patternOf(route) }));
  return (exchange) => {
    for (const { route, pattern } of compiled) {
      if (route.method !== exchange.method) continue;
      const found = pattern.exec(exchange.path);
      if (!found) continue;
      if (route.api === undefined && route.serves && !route.serves({ ...exchange, params: {} })) continue;
      return { route, params: { ...found.groups } };
    }
    return undefined;
  };
}

function patternOf(route: Route): RegExp {
  const path = route.api === undefined ? route.path : `/${API_HOSTS[route.api]}${route.path}`;
  const source = path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/:]+)');
  return new RegExp(`^${source}$`);
}
