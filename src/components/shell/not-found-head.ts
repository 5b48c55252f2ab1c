// The 404 page has no address of its own: nothing to call canonical, nothing to index. Knows only a page's head.
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { starlightRoute: route } = locals;
  if (route.id !== '404') return;
  const own = route.head.filter(({ attrs }) => attrs?.['rel'] !== 'canonical' && attrs?.['property'] !== 'og:url');
  route.head = [...own, { tag: 'meta', attrs: { name: 'robots', content: 'noindex' }, content: '' }];
});
