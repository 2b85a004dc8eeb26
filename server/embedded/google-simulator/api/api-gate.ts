import type { ApiExchange, ApiRoute, Exchange, Reply } from '../exchange.js';
import { insufficientScopes, unauthenticated } from '../google-error.js';
import { bearerOf } from '../oauth/client-authentication.js';
import { allowsBusiness } from '../oauth/scopes.js';
import type { Person } from '../model.js';
import type { Quotas } from '../quotas.js';
import type { State } from '../state.js';

/** Whose access token a request carries, if it is good. */
export function callerOf(state: State, exchange: Pick<Exchange, 'headers' | 'query'>): Person | undefined {
  const grant = state.grants.findAccessToken(bearerOf(exchange) ?? '');
  return state.people.find(({ sub }) => sub === grant?.sub);
}

/** Answers a request of an API: token, scope and quotas first. @throws GoogleError. */
export function answerApi(state: State, quotas: Quotas, route: ApiRoute, exchange: Exchange): Reply {
  const { api, isEdit, answer } = route;
  const token = bearerOf(exchange);
  const grant = state.grants.findAccessToken(token ?? '');
  const person = callerOf(state, exchange);
  if (!grant || !person) throw unauthenticated(api, token ? 'ACCESS_TOKEN_EXPIRED' : 'CREDENTIALS_MISSING');
  if (!allowsBusiness(grant.scopes)) throw insufficientScopes(api);
  quotas.countRequest(api);
  if (isEdit?.(exchange)) quotas.countEdit(api, exchange.params.location ?? '');
  const known: ApiExchange = { ...exchange, person };
  return answer(known);
}
