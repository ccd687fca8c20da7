# A memory that is served: docs/guide/serving.md. Written without a Docker at hand, and not run.
FROM node:24-slim AS build
WORKDIR /souvenir
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY tools ./tools
COPY kernels ./kernels
COPY assets ./assets
COPY src ./src
COPY lab-ui ./lab-ui
RUN node tools/with-setup.mjs && npm prune --omit=dev
# For a memory in PostgreSQL, which the package itself does without.
RUN npm install --no-audit --no-fund --prefix /driver pg@8 pg-boss@12

FROM node:24-slim
ENV NODE_ENV=production SOUVENIR_DB=/memory/souvenir.db
WORKDIR /souvenir
COPY --from=build /souvenir/package.json ./
COPY --from=build /souvenir/node_modules ./node_modules
COPY --from=build /driver/node_modules ./node_modules
COPY --from=build /souvenir/assets ./assets
COPY --from=build /souvenir/dist ./dist
RUN mkdir /memory && chown node:node /memory
USER node
VOLUME /memory
EXPOSE 4600
HEALTHCHECK --interval=30s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:4600/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/bin.js"]
# Reached from outside, it asks for a key and does not start without one: `souvenir keys create NAME` over the same volume makes it.
CMD ["serve", "--host", "0.0.0.0", "--port", "4600"]
