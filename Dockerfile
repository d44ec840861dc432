# docker build -t dpproofs . && docker run --rm --network none dpproofs optimum --epsilon 1
# With the libraries whose mechanisms `audit` knows by name: --build-arg EXTRAS=audited,testing,figures
FROM python:3.13-slim

ARG EXTRAS=testing,figures
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY dpproofs ./dpproofs
RUN pip install --no-cache-dir ".[${EXTRAS}]" \
    && useradd --create-home --home-dir /audit auditor \
    && rm -rf /src

USER auditor
WORKDIR /audit
ENTRYPOINT ["dpproofs"]
CMD ["doctor"]
